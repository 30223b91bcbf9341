import { texts } from "../../../messages/ar/layout.ftl";
import { addTexts } from "../ui/messages";

addTexts("layout", texts);
