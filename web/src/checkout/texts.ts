import { texts } from "../../../messages/ar/checkout.ftl";
import { addTexts } from "../ui/messages";

addTexts("checkout", texts);
