// In the browser's build each module has a copy of the texts that it uses, in the chunk of that module.
//
// A module of messages is one module for the bundler. It contains the texts of all scripts, so one that a page needs brings
// along those of every other page. Texts are rarely used twice, and compression removes what is.
import { readFileSync } from "node:fs";

const SOURCE = /\/src\/generated\/messages\/(\w+)\.ts$/;
const COPY = /\.(\w+)\.texts\.ts$/;

/** The Vite plugin; `folder` contains the messages. */
export function ownTexts(folder, applyToEnvironment) {
  const fileOf = (id) => {
    const [, name] = COPY.exec(id) ?? [];
    return name && `${folder}/${name}.ts`;
  };
  return {
    name: "own-texts",
    enforce: "pre",
    applyToEnvironment,
    async resolveId(source, importer) {
      if (!importer) return null;
      // What a copy imports is relative to the original.
      const original = fileOf(importer);
      if (original) return this.resolve(source, original, { skipSelf: true });
      if (!source.includes("/messages/")) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      const [, name] = SOURCE.exec(found?.id ?? "") ?? [];
      // The name begins with the importer's, so that both are in the same group of the chunks.
      return name ? `${importer}.${name}.texts.ts` : null;
    },
    load(id) {
      const file = fileOf(id);
      return file ? readFileSync(file, "utf8") : null;
    },
  };
}
