import { texts } from "../../../messages/ar/common.ftl";
import { addTexts } from "./messages";

addTexts("common", texts);
