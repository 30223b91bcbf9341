import { readFileSync } from "node:fs";

type Chunk = { file: string; imports?: Array<string> };

/** `styles` of a page: the layout's style sheet, in the admin that of its layout, and the page's own. */
export type Assets = {
  styles: (component: string, isAdmin: boolean) => Array<string>;
  scripts: Array<string>;
  modules: Array<string>;
  fonts: Array<string>;
};

const ENTRY = "src/runtime/main.ts";
/** The weights used in the first screen of every page; files for other scripts load on demand. */
const FIRST_FONTS = [400, 500, 600].map((weight) => `src/fonts/plex-arabic-core-${weight}.woff2`);

const readJson = (file: URL) => JSON.parse(readFileSync(file, "utf8"));

/** Reads the hashed names of the browser's files from the manifests in `folder`. */
export function readAssets(folder: URL): Assets {
  const manifest: Record<string, Chunk> = readJson(new URL("manifest.json", folder));
  const sheets: Record<string, string> = readJson(new URL("sheets.json", folder));
  const chunk = (source: string): Chunk => {
    const found = manifest[source];
    if (!found) throw new Error(`${source} is not in the manifest: run \`npm run build\``);
    return found;
  };
  const url = (source: string) => `/${chunk(source).file}`;
  return {
    styles: (component, isAdmin) =>
      [sheets.layout, isAdmin ? sheets.admin : undefined, sheets[component]].filter(
        (sheet) => sheet !== undefined,
      ),
    scripts: [url(ENTRY)],
    modules: (chunk(ENTRY).imports ?? []).map(url),
    fonts: FIRST_FONTS.map(url),
  };
}

/** The unbundled sources, as the development server serves them, with hot module replacement. */
export const SOURCES: Omit<Assets, "styles"> = {
  scripts: ["/@vite/client", "/@id/@vitejs/plugin-react/preamble", "/src/runtime/dev.ts", `/${ENTRY}`],
  modules: [],
  fonts: FIRST_FONTS.map((font) => `/${font}`),
};
