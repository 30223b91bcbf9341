import { body } from "../../../messages/ar/cart.ftl";
import { addTexts } from "../ui/messages";

addTexts("cart", body);
