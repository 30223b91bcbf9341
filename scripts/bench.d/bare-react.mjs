// Only React and the shop's components: renders page, layout shell and document each time.
// Built like the renderer, by bare-react-build.mjs.
//
//   node bare-react.mjs PAGES WARMING         renders every page once; prints the CPU milliseconds per page
//   node bare-react.mjs PAGES --listen PORT   renders one page for each request
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { PAGE_SLOT, ShopLayout } from "../../web/src/layout/ShopLayout";
import { readAssets } from "../../web/src/renderer/assets";
import { BODY_SLOT, Document } from "../../web/src/renderer/Document";
import { pages } from "../../web/src/renderer/registry";
import { shownIslands } from "../../web/src/renderer/render";

const [file, mode, port] = process.argv.slice(2);
const requests = readFileSync(file, "utf8").split("\n").map((line) => JSON.parse(line));
const assets = readAssets(new URL(`file://${process.cwd()}/web/dist/client/.vite/`));

function render({ component, head, layout, props }) {
  const { component: Page, page } = pages[component];
  const { shopName, homeUrl, cartUrl } = layout;
  const content = renderToStaticMarkup(createElement(Page, props));
  const styles = assets.styles(component, false, shownIslands(content));
  const shell = renderToStaticMarkup(createElement(Document, { head, assets, styles, shopName, page, homeUrl, cartUrl }));
  const frame = renderToStaticMarkup(createElement(ShopLayout, layout));
  return `<!doctype html>${shell.replace(BODY_SLOT, () => frame.replace(PAGE_SLOT, () => content))}`;
}

if (mode === "--listen") {
  let turn = 0;
  createServer((_, response) => {
    turn = (turn + 1) % requests.length;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(render(requests[turn]));
  }).listen(Number(port), "127.0.0.1");
} else {
  const first = render(requests[0]);
  const warming = Number(mode);
  for (const page of requests.slice(0, warming)) render(page);
  const counted = requests.slice(warming);
  const before = process.cpuUsage();
  let length = 0;
  for (const page of counted) length += render(page).length;
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ milliseconds: (user + system) / 1000 / counted.length, length, first }));
}
