import { texts } from "../../../messages/ar/content.ftl";
import { addTexts } from "../ui/messages";

addTexts("content", texts);
