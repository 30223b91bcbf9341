// React and our components, and nothing else: the page, the frame and the document, drawn anew each time.
// Built like the renderer, by bare-react-build.mjs.
//
//   node bare-react.mjs PAGES WARMING         draws every page once; prints the CPU milliseconds of one
//   node bare-react.mjs PAGES --listen PORT   draws one for each request
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { PAGE_SLOT, ShopLayout } from "../../web/src/layout/ShopLayout";
import { readAssets } from "../../web/src/renderer/assets";
import { BODY_SLOT, Document } from "../../web/src/renderer/Document";
import { pages } from "../../web/src/renderer/registry";

const [file, mode, port] = process.argv.slice(2);
const asked = readFileSync(file, "utf8").split("\n").map((line) => JSON.parse(line));
const assets = readAssets(new URL(`file://${process.cwd()}/web/dist/client/.vite/`));

function draw({ component, head, layout, props }) {
  const { component: Page, page } = pages[component];
  const { shopName, homeUrl, cartUrl } = layout;
  const shell = renderToStaticMarkup(createElement(Document, { head, assets, styles: assets.styles(component), shopName, page, homeUrl, cartUrl }));
  const frame = renderToStaticMarkup(createElement(ShopLayout, layout));
  const content = renderToStaticMarkup(createElement(Page, props));
  return `<!doctype html>${shell.replace(BODY_SLOT, () => frame.replace(PAGE_SLOT, () => content))}`;
}

if (mode === "--listen") {
  let turn = 0;
  createServer((_, response) => {
    turn = (turn + 1) % asked.length;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(draw(asked[turn]));
  }).listen(Number(port), "127.0.0.1");
} else {
  const first = draw(asked[0]);
  const warming = Number(mode);
  for (const page of asked.slice(0, warming)) draw(page);
  const counted = asked.slice(warming);
  const before = process.cpuUsage();
  let length = 0;
  for (const page of counted) length += draw(page).length;
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ milliseconds: (user + system) / 1000 / counted.length, length, first }));
}
