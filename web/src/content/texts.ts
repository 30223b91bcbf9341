import source from "../../../messages/ar/content.ftl?raw";
import { addTexts } from "../ui/messages";

addTexts("content", source);
