import { texts } from "../../../messages/ar/cart.ftl";
import { addTexts } from "../ui/messages";

addTexts("cart", texts);
