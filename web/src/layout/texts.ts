import source from "../../../messages/ar/layout.ftl?raw";
import { addTexts } from "../ui/messages";

addTexts("layout", source);
