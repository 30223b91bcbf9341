import source from "../../../messages/ar/catalog.ftl?raw";
import { addTexts } from "../ui/messages";

addTexts("catalog", source);
