import { texts } from "../../../messages/ar/catalog.ftl";
import { addTexts } from "../ui/messages";

addTexts("catalog", texts);
