import { readFileSync } from "node:fs";
import { FluentResource } from "@fluent/bundle";

/** Vite plugin: a text file is parsed while building, so that the browser needs no parser of Fluent. */
export const ftl = {
  name: "ftl",
  enforce: "pre",
  load(id) {
    if (!id.endsWith(".ftl")) return null;
    this.addWatchFile(id);
    const { body } = new FluentResource(readFileSync(id, "utf8"));
    return { code: `export const body = ${JSON.stringify(body)};`, moduleType: "js" };
  },
};
