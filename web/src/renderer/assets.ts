import { readFileSync } from "node:fs";

type Chunk = { file: string; imports?: Array<string> };

/**
 * `styles` of a page: the layout's style sheet, in the admin that of its layout, the page's own, and those of its islands that
 * have one.
 */
export type Assets = {
  styles: (component: string, isAdmin: boolean, islands: ReadonlySet<string>) => Array<string>;
  scripts: Array<string>;
  modules: Array<string>;
  fonts: Array<string>;
  admin: AdminAssets;
};

/** The admin's own script, and the style sheet of each component that it can show; none are listed in development. */
export type AdminAssets = {
  scripts: Array<string>;
  modules: Array<string>;
  sheets: Record<string, string>;
};

const ENTRY = "src/runtime/main.ts";
const ADMIN_ENTRY = "src/admin/main.ts";
/** The weights used in the first screen of every page; files for other scripts load on demand. */
const FIRST_FONTS = [400, 500, 600].map((weight) => `src/fonts/plex-arabic-core-${weight}.woff2`);

const readJson = (file: URL) => JSON.parse(readFileSync(file, "utf8"));

/** Reads the hashed names of the browser's files from the manifests in `folder`. */
export function readAssets(folder: URL): Assets {
  const manifest: Record<string, Chunk> = readJson(new URL("manifest.json", folder));
  const adminManifest: Record<string, Chunk> = readJson(new URL("admin.json", folder));
  const sheets: Record<string, string> = readJson(new URL("sheets.json", folder));
  const chunk = (source: string, files = manifest): Chunk => {
    const found = files[source];
    if (!found) throw new Error(`${source} is not in the manifest: run \`npm run build\``);
    return found;
  };
  const url = (source: string) => `/${chunk(source).file}`;
  const admin = chunk(ADMIN_ENTRY, adminManifest);
  return {
    styles: (component, isAdmin, islands) => {
      const names = ["layout", ...(isAdmin ? ["admin"] : []), component, ...islands];
      return [...new Set(names.map((name) => sheets[name]).filter((sheet) => sheet !== undefined))];
    },
    scripts: [url(ENTRY)],
    modules: (chunk(ENTRY).imports ?? []).map((name) => url(name)),
    fonts: FIRST_FONTS.map((font) => url(font)),
    admin: {
      scripts: [`/${admin.file}`],
      modules: (admin.imports ?? []).map((name) => `/${chunk(name, adminManifest).file}`),
      sheets,
    },
  };
}

const DEV_SCRIPTS = ["/@vite/client", "/@id/@vitejs/plugin-react/preamble", "/src/runtime/dev.ts"];

/** The unbundled sources, as the development server serves them, with hot module replacement. */
export const SOURCES: Omit<Assets, "styles"> = {
  scripts: [...DEV_SCRIPTS, `/${ENTRY}`],
  admin: { scripts: [...DEV_SCRIPTS, `/${ADMIN_ENTRY}`], modules: [], sheets: {} },
  modules: [],
  fonts: FIRST_FONTS.map((font) => `/${font}`),
};
