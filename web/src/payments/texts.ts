import { texts } from "../../../messages/ar/payments.ftl";
import { addTexts } from "../ui/messages";

addTexts("payments", texts);
