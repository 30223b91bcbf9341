import source from "../../../messages/ar/pricing.ftl?raw";
import { addTexts } from "../ui/messages";

addTexts("pricing", source);
