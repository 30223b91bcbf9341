// CSS Modules: class names for the code, and two style sheets per page, one of the layout and one of the page's
// components.
//
// A component imports `Name.module.css` for its class names only; scripts contain no CSS. The renderer's build knows
// the components of each page, and the browser's build, which runs after it, writes the style sheets from that. In
// development every module is a separate style sheet, in the same order. Rare parts of pages have sheets of their own.
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { transform } from "lightningcss";
import { preprocessCSS } from "vite";

const NAMES = ".names.js";
const ISLAND = ".island";
const LAYOUT = "/src/layout/ShopLayout.tsx";
const ADMIN_LAYOUT = "/src/admin/AdminLayout.tsx";
const REGISTRY = "/src/renderer/registry.ts";
/** The only style sheet with selectors for elements and for classes that any component may use. */
const SITE = "/src/styles/site.css";
/**
 * Parts that most visits to their pages do not need, by the name of their style sheet: it comes together with the chunk of these
 * components, and is in the pages that show one of these islands. Components that share modules share a sheet: a module that came
 * twice would override what refines it.
 */
const PARTS = {
  DeliverySheet: ["cart/DeliverySheet"],
  RecentlyViewed: ["wishlist/RecentlyViewed.island"],
  forms: ["questions/QuestionForm", "reviews/ClassicReviewForm.island", "reviews/ReviewForm"],
};
/** The browsers of `build.target` in the format of Lightning CSS. */
const TARGETS = { chrome: 94 << 16, edge: 94 << 16, firefox: 93 << 16, safari: (16 << 16) | (4 << 8) };

/** For Vite's option `css.modules`. A class name contains the name of its module. */
export const modules = {
  generateScopedName: (name, file) => `${basename(file.split("?")[0], ".module.css")}_${name}`,
};

const fileOf = (id) => id.slice(id.lastIndexOf(">") + 1 || 1, -NAMES.length);

/**
 * Returns the CSS modules that a module depends on, in the order of their style sheets. A component's own module
 * comes after those of its imports, so that it can override them. `importsOf` returns the imports of an id.
 */
function modulesBehind(importsOf, id, seen = new Set()) {
  const found = [];
  const visit = (one) => {
    if (seen.has(one)) return;
    seen.add(one);
    // These import every island; a page imports only the islands that it shows.
    const imports = /\/src\/(?:renderer\/|runtime\/islands)/.test(one) ? [] : importsOf(one);
    const isOwn = (name) => name === `\0${one.replace(/(?:\.island)?\.tsx$/, ".module.css")}${NAMES}`;
    for (const imported of imports) if (!isOwn(imported)) visit(imported);
    for (const imported of imports) if (isOwn(imported)) visit(imported);
    if (one.endsWith(NAMES)) found.push(fileOf(one));
  };
  visit(id);
  return found;
}

/**
 * Moves modules that pages need for a part alone into the sheet of the part. What one of its pages needs anyway, or another
 * part, stays in the sheet of each page.
 */
function splitParts(pages, parts) {
  const sheets = new Map();
  const taken = new Set();
  for (const [name, { roots, behind }] of parts) {
    const users = [...pages.values()].filter(({ seen }) => roots.some((root) => seen.has(root)));
    const others = [...parts.values()].filter((part) => part.roots !== roots).flatMap((part) => part.behind);
    const own = behind.filter(
      (module) => !others.includes(module) && users.every(({ rest }) => !rest.has(module)),
    );
    sheets.set(name, own);
    for (const module of own) taken.add(module);
  }
  for (const [name, { all, rest }] of pages) {
    sheets.set(
      name,
      all.filter((module) => rest.has(module) || !taken.has(module)),
    );
  }
  return sheets;
}

/**
 * Maps the pages of the registry to their modules beyond the layout's, and the parts to theirs; without parts a page has all.
 * Modules that all components share come first, so that any component can override them.
 */
export function styleSheetsOf(root, importsOf, partsOf = PARTS) {
  const shared = globSync("src/ui/[a-z]*.module.css", { cwd: root }).sort();
  const layout = [
    ...new Set([...shared.map((file) => `${root}/${file}`), ...modulesBehind(importsOf, root + LAYOUT)]),
  ];
  const inLayout = (more = []) => new Set([...layout.map((file) => `\0${file}${NAMES}`), ...more]);
  const admin = modulesBehind(importsOf, root + ADMIN_LAYOUT, inLayout());
  const rootsOf = Object.entries(partsOf).map(([name, files]) => [
    name,
    files.map((file) => `${root}/src/${file}.tsx`),
  ]);
  const allRoots = rootsOf.flatMap(([, roots]) => roots);
  const parts = new Map();
  for (const [name, roots] of rootsOf) {
    const seen = inLayout(allRoots.filter((other) => !roots.includes(other)));
    parts.set(name, { roots, behind: roots.flatMap((part) => modulesBehind(importsOf, part, seen)) });
  }
  const pages = new Map();
  for (const id of importsOf(root + REGISTRY)) {
    const name = /\/src\/([a-z_]+\/[A-Z]\w*Page)\.tsx$/.exec(id)?.[1];
    if (!name) continue;
    const seen = inLayout();
    const all = modulesBehind(importsOf, id, seen);
    pages.set(name, { all, seen, rest: new Set(modulesBehind(importsOf, id, inLayout(allRoots))) });
  }
  return new Map([["layout", [root + SITE, ...layout]], ["admin", admin], ...splitParts(pages, parts)]);
}

/** The part whose style sheet a chunk brings along. */
function partOf({ facadeModuleId }) {
  const [, file] = /\/src\/(\w+\/\w+(?:\.island)?)\.tsx$/.exec(facadeModuleId ?? "") ?? [];
  return file && Object.keys(PARTS).find((name) => PARTS[name].includes(file));
}

/** The names by which the renderer looks up a style sheet: that of the page, or those of the islands of a part. */
function usersOf(sheet) {
  if (!PARTS[sheet]) return [sheet];
  return PARTS[sheet].filter((file) => file.endsWith(ISLAND)).map((file) => file.slice(0, -ISLAND.length));
}

/** The Vite plugin. */
export function styles() {
  let config;
  let sheets = new Map();
  const partStyles = new Map();
  const compile = (file) => preprocessCSS(readFileSync(file, "utf8"), file, config);
  const sent = new Map();

  async function namesCode(file) {
    const entries = Object.entries((await compile(file)).modules ?? {});
    const constants = entries.map(([, value], index) => `const c${index} = ${JSON.stringify(value)};`);
    const exports = entries.map(([name], index) => `c${index} as ${JSON.stringify(name)}`);
    return `${constants.join("\n")}\nexport { ${exports.join(", ")} };`;
  }

  /** Bundles several files into one style sheet; assets they refer to become files of the build. */
  async function bundle(build, files) {
    let css = "";
    for (const file of files) {
      const { code } = await compile(file);
      css += code.replace(/url\("?(\.[^")]*)"?\)/g, (_, path) => {
        const target = resolve(dirname(file), path);
        const asset = build.emitFile({
          type: "asset",
          name: basename(target),
          originalFileName: target.slice(config.root.length + 1),
          source: readFileSync(target),
        });
        return `url("/${build.getFileName(asset)}")`;
      });
    }
    return transform({ filename: "sheet.css", code: Buffer.from(css), minify: true, targets: TARGETS }).code;
  }

  return {
    name: "styles",
    enforce: "pre",
    // Results of one environment's build that the other one needs.
    sharedDuringBuild: true,
    configResolved(resolved) {
      config = resolved;
    },
    async resolveId(source, importer) {
      if (!source.endsWith(".module.css") || !/\.tsx?$/.test(importer ?? "")) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      // In the shop's scripts each module has its own copy of the names that it uses, as of texts: see own-texts.mjs.
      const own = this.environment.name === "client" && config.command === "build" ? `${importer}>` : "";
      return found && `\0${own}${found.id}${NAMES}`;
    },
    async load(id) {
      if (!id.startsWith("\0") || !id.endsWith(NAMES)) return null;
      const code = await namesCode(fileOf(id));
      sent.set(fileOf(id), code);
      return code;
    },
    // A namespace import instead of an object, so that a script contains only the names that it uses.
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      // Every line stays where it is.
      handler: (code) => ({
        code: code.replace(/^import (\w+) from ("[^"\n]+\.module\.css")/gm, "import * as $1 from $2"),
        map: null,
      }),
    },
    // A style sheet is a `<link>`, which Vite replaces; components change only if class names change. Vite itself
    // treats a CSS module as a script that exports names and cannot be replaced.
    async hotUpdate({ file, modules: changed }) {
      if (!file.endsWith(".module.css")) return;
      const sheets = changed.filter((module) => module.id?.endsWith("?direct"));
      for (const sheet of sheets) sheet.isSelfAccepting = true;
      const names = this.environment.moduleGraph.getModuleById(`\0${file}${NAMES}`);
      const areNew = names && sent.get(file) !== (await namesCode(file));
      return areNew ? [...sheets, names] : sheets;
    },
    buildEnd(error) {
      if (error || this.environment.name !== "ssr") return;
      // A component that is loaded later has its styles in the page's sheet, unless it is one of `PARTS`.
      const importsOf = (id) => {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
        return [...importedIds, ...dynamicallyImportedIds];
      };
      sheets = styleSheetsOf(config.root, importsOf);
    },
    // Which styles a chunk brings along is part of its name: the scripts that load it name both.
    async renderStart() {
      if (this.environment.name === "ssr") return;
      for (const name of Object.keys(PARTS)) {
        const compiled = await Promise.all((sheets.get(name) ?? []).map(compile));
        partStyles.set(name, compiled.map(({ code }) => code).join(""));
      }
    },
    augmentChunkHash: (chunk) => partStyles.get(partOf(chunk)),
    async generateBundle(_, output) {
      if (this.environment.name === "ssr") return;
      const files = {};
      for (const [name, parts] of sheets) {
        if (parts.length === 0) continue;
        const source = await bundle(this, parts);
        const asset = this.emitFile({ type: "asset", name: `${basename(name)}.css`, source });
        for (const user of usersOf(name)) files[user] = `/${this.getFileName(asset)}`;
        for (const chunk of Object.values(output))
          if (partOf(chunk) === name) chunk.viteMetadata.importedCss.add(this.getFileName(asset));
      }
      if (this.environment.name !== "client") return;
      this.emitFile({ type: "asset", fileName: ".vite/sheets.json", source: JSON.stringify(files, null, 1) });
    },
  };
}
