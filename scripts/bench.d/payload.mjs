// What a browser is sent for the first product page: every script it will load there, islands included.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { PRODUCT } from "./warm.mjs";

const built = (name) => readFileSync(new URL(`../../web/dist/client/${name}`, import.meta.url));

/** A chunk and everything it imports. */
function withImports(manifest, key, found = new Set()) {
  const { file, imports = [] } = manifest[key];
  if (found.has(file)) return found;
  found.add(file);
  for (const other of imports) withImports(manifest, other, found);
  return found;
}

export async function payload(shop) {
  const html = await (await fetch(shop.origin + PRODUCT)).text();
  const manifest = JSON.parse(built(".vite/manifest.json"));
  const linked = [...html.matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  const scripts = new Set(linked.filter((file) => file.endsWith(".js")));
  for (const [, island] of html.matchAll(/data-island="[^"/]+\/([^"]+)"/g)) {
    const key = Object.keys(manifest).find((name) => manifest[name].name === `${island}.island`);
    if (!key) throw new Error(`the manifest has no ${island}`);
    for (const file of withImports(manifest, key)) scripts.add(file);
  }
  const unique = (ending) => new Set(linked.filter((file) => file.endsWith(ending)));
  const kilobytes = (files, pack) =>
    [...files].reduce((total, file) => total + pack(built(file)).length, 0) / 1000;
  const row = (kind, value, must) => ({ name: `product page, ${kind}, kB`, value, must });
  return [
    row("JavaScript gzip", kilobytes(scripts, gzipSync), 75),
    row("CSS gzip", kilobytes(unique(".css"), gzipSync), 20),
    row("fonts before the first text", kilobytes(unique(".woff2"), (bytes) => bytes), 60),
  ];
}
