import { readFileSync } from "node:fs";

type Chunk = { file: string; imports?: Array<string> };

export type Assets = { style: string; scripts: Array<string>; modules: Array<string>; fonts: Array<string> };

const ENTRY = "src/runtime/main.ts";
const STYLE = "src/styles/site.css";
/** The weights that stand in the first screen of every page; the lighter files of other letters wait. */
const FIRST_FONTS = [400, 500, 600].map((weight) => `src/fonts/plex-arabic-core-${weight}.woff2`);

/** The hashed names of the browser's files, from the manifest that Vite writes beside them. */
export function readAssets(manifestFile: URL): Assets {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestFile, "utf8"));
  const chunk = (source: string): Chunk => {
    const found = manifest[source];
    if (!found) throw new Error(`${source} is not in the manifest: run \`npm run build\``);
    return found;
  };
  const url = (source: string) => `/${chunk(source).file}`;
  return {
    style: url(STYLE),
    scripts: [url(ENTRY)],
    modules: (chunk(ENTRY).imports ?? []).map(url),
    fonts: FIRST_FONTS.map(url),
  };
}

/** The sources themselves, as the development server serves them, with what replaces a changed module in the page. */
export const SOURCES: Assets = {
  style: `/${STYLE}`,
  scripts: ["/@vite/client", "/@id/@vitejs/plugin-react/preamble", "/src/runtime/dev.ts", `/${ENTRY}`],
  modules: [],
  fonts: FIRST_FONTS.map((font) => `/${font}`),
};
