import { texts } from "../../../messages/ar/bundles.ftl";
import { addTexts } from "../ui/messages";

addTexts("bundles", texts);
