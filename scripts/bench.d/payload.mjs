// Transfer sizes of the first product page: styles, fonts and every script that the page loads, islands included.
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { PRODUCT } from "./warm.mjs";

const built = (name) => readFileSync(new URL(`../../web/dist/client/${name}`, import.meta.url));

/** The files of a chunk and of everything it imports. */
function withImports(manifest, key, found = new Set()) {
  const { file, imports = [] } = manifest[key];
  if (found.has(file)) return found;
  found.add(file);
  for (const other of imports) withImports(manifest, other, found);
  return found;
}

/** The transferred bytes of a file, encoded as for a browser; `fetch` would decompress them. */
const transferred = (url) =>
  new Promise((done, fail) => {
    get(url, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } }, (answer) => {
      if (answer.statusCode !== 200) fail(new Error(`${url} answered ${answer.statusCode}`));
      let bytes = 0;
      answer.on("data", (part) => {
        bytes += part.length;
      });
      answer.on("end", () => done(bytes)).on("error", fail);
    }).on("error", fail);
  });

export async function payload(shop) {
  const html = await (await fetch(shop.origin + PRODUCT)).text();
  const manifest = JSON.parse(built(".vite/manifest.json"));
  const linked = [...html.matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  const scripts = new Set(linked.filter((file) => file.endsWith(".js")));
  for (const [tag, island] of html.matchAll(/<[^>]*data-island="[^"/]+\/([^"]+)"[^>]*>/g)) {
    // Loaded only on interaction.
    if (tag.includes('data-on="interaction"')) continue;
    const key = Object.keys(manifest).find((name) => manifest[name].name === `${island}.island`);
    if (!key) throw new Error(`the manifest has no ${island}`);
    for (const file of withImports(manifest, key)) scripts.add(file);
  }
  const unique = (ending) => new Set(linked.filter((file) => file.endsWith(ending)));
  const kilobytes = async (files) => {
    const sizes = await Promise.all([...files].map((file) => transferred(`${shop.origin}/${file}`)));
    return sizes.reduce((total, size) => total + size, 0) / 1000;
  };
  const row = (kind, value, must) => ({ name: `product page, ${kind}, kB`, value, must });
  return [
    row("JavaScript as transferred", await kilobytes(scripts), 90),
    row("CSS as transferred", await kilobytes(unique(".css")), 15),
    row("fonts before the first text", await kilobytes(unique(".woff2")), 60),
  ];
}
