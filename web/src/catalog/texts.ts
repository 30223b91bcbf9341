import { body } from "../../../messages/ar/catalog.ftl";
import { addTexts } from "../ui/messages";

addTexts("catalog", body);
