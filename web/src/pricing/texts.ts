import { texts } from "../../../messages/ar/pricing.ftl";
import { addTexts } from "../ui/messages";

addTexts("pricing", texts);
