import source from "../../../messages/ar/cart.ftl?raw";
import { addTexts } from "../ui/messages";

addTexts("cart", source);
