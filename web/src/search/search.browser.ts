export { reportSearch as start } from "./report";
