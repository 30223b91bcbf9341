import { texts } from "../../../messages/ar/accounts.ftl";
import { addTexts } from "../ui/messages";

addTexts("accounts", texts);
