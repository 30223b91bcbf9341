import source from "../../../messages/ar/common.ftl?raw";
import { addTexts } from "./messages";

addTexts("common", source);
