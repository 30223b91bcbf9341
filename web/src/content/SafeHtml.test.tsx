import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { richText } from "../testing/content-samples";
import { SafeHtml } from "./SafeHtml";

const sources = import.meta.glob<string>(["../*/*.{ts,tsx}", "!../*/*.test.*", "!../{generated,testing}/*"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const filesWith = (text: string | RegExp) =>
  Object.entries(sources)
    .filter(([, source]) => source.search(text) >= 0)
    .map(([path]) => path.replace("../", "").replace("./", "content/"));

test("the server's HTML is written as it is", () => {
  expect(renderToStaticMarkup(<SafeHtml html={richText} />)).toContain(`>${richText}</div>`);
});

test("no other component writes HTML: the renderer, islands, emails and script elements write their own", () => {
  expect(filesWith("dangerouslySetInnerHTML").sort()).toEqual([
    "content/SafeHtml.tsx",
    "mail/Column.tsx",
    "payments/JsonScript.tsx",
    "renderer/Document.tsx",
    "renderer/Island.tsx",
    "runtime/ServerHtml.tsx",
  ]);
});

test("it is used in static parts of pages only", () => {
  const users = filesWith(/from "\.\/SafeHtml"/);
  expect(users.sort()).toEqual(["content/ContentBlocks.tsx", "content/TabsBlock.tsx"]);
  for (const user of users) {
    const name = user.replace("content/", "./").replace(".tsx", "");
    expect(filesWith(`from "${name}"`).filter((file) => file.includes(".island."))).toEqual([]);
  }
});
