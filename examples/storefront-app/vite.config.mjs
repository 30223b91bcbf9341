import { existsSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url).pathname;
// In this repository the packages of the storefront serve as well.
const modules = existsSync(here("./node_modules/react")) ? here("./node_modules") : here("../../web/node_modules");

export default {
  root: here("."),
  resolve: {
    alias: {
      "matjar-store-api": here("../../clients/typescript/src/index.ts"),
      react: `${modules}/react`,
      "react-dom": `${modules}/react-dom`,
    },
  },
};
