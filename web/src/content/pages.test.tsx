// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import * as contentText from "../generated/messages/content";
import {
  blog,
  contentPage,
  everyBlock,
  policy,
  post,
  staffCategories,
  staffConflict,
  staffEdit,
  staffRedirects,
} from "../testing/content-samples";
import { picture } from "../testing/samples";
import { BlogPage } from "./BlogPage";
import { runsOf } from "./block-runs";
import { ContentBlocks } from "./ContentBlocks";
import { ContentPage } from "./ContentPage";
import { PostPage } from "./PostPage";
import { StaffCategoriesPage } from "./StaffCategoriesPage";
import { StaffConflictPage } from "./StaffConflictPage";
import { StaffEditPage } from "./StaffEditPage";
import { StaffRedirectsPage } from "./StaffRedirectsPage";

const show = (element: ReactElement) => {
  document.body.innerHTML = renderToStaticMarkup(element);
};
const forms = () => [...document.querySelectorAll("form")];
const dataOf = (form: Element | undefined) => [...new FormData(form as HTMLFormElement)];

test("products and reviews interrupt the column of text, and neighbouring buttons share a row", () => {
  const runs = runsOf(everyBlock);
  expect(runs.map(({ kind }) => kind)).toEqual(["column", "wide", "wide", "wide", "wide", "wide", "column"]);
  const people = runs.find((run) => run.kind === "wide" && run.block.kind === "people");
  expect(people?.kind === "wide" && people.buttons.map(({ label }) => label)).toEqual(["أسئلة شائعة"]);
  const [first] = runs;
  expect(first?.kind === "column" && first.blocks.map((block) => Array.isArray(block))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test("every kind of block is rendered in its order", () => {
  show(<ContentBlocks blocks={everyBlock} column="narrow" />);
  expect(document.getElementById("tools")?.tagName).toBe("H2");
  expect(document.getElementById("more")?.tagName).toBe("H3");
  expect(document.querySelector("blockquote")).toBeTruthy();
  expect(document.querySelector("figcaption")?.textContent).toBe("علبة تمر على رفّ حجري");
  const gallery = screen.getByRole("list", { name: "صور المزرعة" });
  expect(within(gallery).getAllByRole("link")).toHaveLength(2);
  const islands = [...document.querySelectorAll<HTMLElement>("[data-island]")].map((one) => one.dataset.id);
  expect(new Set(islands).size).toBe(islands.length);
  const labels = screen.getAllByRole("link").map((link) => link.textContent);
  expect(labels.indexOf("كل المنتجات")).toBeLessThan(labels.indexOf("تواصل معنا"));
});

test("the pages of a group link to each other and say when they were changed", () => {
  show(<ContentPage {...policy} />);
  const nav = screen.getByRole("navigation", { name: contentText.sameGroup() });
  const current = within(nav).getByRole("link", { current: "page" });
  expect(current.textContent).toBe(policy.title);
  expect(screen.getByText(contentText.updated({ date: "1 نوفمبر 2026" }))).toBeTruthy();
});

test("a page has one title of level 1, with or without a picture on top", () => {
  for (const hero of [null, picture]) {
    show(<ContentPage {...contentPage} hero={hero} />);
    expect(screen.getAllByRole("heading", { level: 1 }).map((one) => one.textContent)).toEqual([
      contentPage.title,
    ]);
  }
});

test("a preview says so, and leads back to the editor", () => {
  const preview = { text: "معاينة المسودة.", editUrl: "/ar/staff/content/edit/?id=1" };
  const band = () => screen.getByRole("complementary", { name: preview.text });
  const back = () => within(band()).getByRole("link").getAttribute("href");
  show(<ContentPage {...policy} preview={preview} />);
  expect(back()).toBe(preview.editUrl);
  show(<PostPage {...post} preview={preview} />);
  expect(back()).toBe(preview.editUrl);
});

test("a preview for others says so and does not lead to the editor", () => {
  show(<PostPage {...post} preview={{ text: "معاينة قبل النشر.", editUrl: null }} />);
  const band = screen.getByRole("complementary", { name: "معاينة قبل النشر." });
  expect(within(band).queryByRole("link")).toBeNull();
});

test("figures and people are lists with their names", () => {
  show(<ContentBlocks blocks={everyBlock} column="narrow" />);
  expect(screen.getByRole("heading", { level: 2, name: "الدكان بالأرقام" })).toBeTruthy();
  expect(screen.getByText("12 يومًا").parentElement?.textContent).toBe("12 يومًا من قطف الحبة إلى فنجانك");
  const people = screen.getByRole("heading", { level: 2, name: "أهل الدكان" }).nextElementSibling;
  expect([...(people?.children ?? [])].map((one) => one.querySelector("b")?.textContent)).toEqual([
    "خالد الرويلي، المحمصة",
    "ريم الحداد",
  ]);
});

test("two edits are a form that holds the own one and chooses it by default", () => {
  show(<StaffConflictPage {...staffConflict} />);
  const [form] = forms();
  expect(Object.fromEntries(dataOf(form))).toEqual({
    nonce: "n0nce",
    title: "الشروط",
    theirs: "4",
    "choice-0": "mine",
    "choice-1": "mine",
  });
  const [title, block] = screen.getAllByRole("group");
  if (!title || !block) throw new Error("two conflicts");
  expect(within(title).getAllByRole("radio").length).toBe(3);
  expect(within(block).getAllByRole("radio").length).toBe(4);
  expect(within(title).getByText("كلها").tagName).toBe("MARK");
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("button[name=do]")];
  expect(buttons.map(({ value }) => value)).toEqual(["publish", "save", "merge"]);
});

test("a state that is not stored any more cannot be chosen", () => {
  const conflicts = staffConflict.conflicts.map((one) => ({ ...one, base: null }));
  show(<StaffConflictPage {...staffConflict} conflicts={conflicts} />);
  const bases = screen.getAllByRole<HTMLInputElement>("radio", { name: contentText.conflictBase() });
  expect(bases.map(({ disabled }) => disabled)).toEqual([true, true]);
});

test("a link for others is in a field that can be copied", () => {
  const shared = { url: "https://shop.example/ar/preview/?key=1", hint: "يعمل ساعة." };
  show(<StaffEditPage {...staffEdit} shared={shared} />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: contentText.staffShareLink() });
  expect([field.value, field.readOnly]).toEqual([shared.url, true]);
});

test("a post names its writer, day and reading time", () => {
  show(<PostPage {...post} />);
  const meta = screen.getByText(/خالد الرويلي ·|بقلم/, { selector: "header p" });
  expect(meta.textContent).toBe(
    [contentText.writtenBy({ author: post.author }), post.date, contentText.readingTime({ count: 4 })].join(
      " · ",
    ),
  );
  expect(meta.querySelector("time")?.getAttribute("datetime")).toBe(post.datetime);
});

test("the blog lists posts, categories, pages and the feed, and searches by a plain form", () => {
  show(<BlogPage {...blog} />);
  expect(screen.getAllByRole("article")).toHaveLength(2);
  const nav = screen.getByRole("navigation", { name: contentText.blogCategories() });
  expect(within(nav).getByRole("link", { current: "page" }).textContent).toBe("الكل");
  expect(forms().map((form) => [form.method, form.getAttribute("action")])).toEqual([["get", "/ar/blog/"]]);
  expect(dataOf(forms()[0])).toEqual([["s", ""]]);
  expect(screen.getByRole("link", { name: contentText.blogFeed() }).getAttribute("href")).toBe("/ar/feed/");
});

test("a search without results leads back to all posts", () => {
  show(<BlogPage {...blog} posts={[]} pages={null} search={{ ...blog.search, query: "كمبيوتر" }} />);
  expect(screen.getByRole("heading", { level: 2 }).textContent).toContain("كمبيوتر");
  expect(screen.getByRole("link", { name: contentText.blogAll() }).getAttribute("href")).toBe("/ar/blog/");
});

test("the editor is one plain form with all fields, and its buttons say what to do", () => {
  show(<StaffEditPage {...staffEdit} versions={[]} />);
  const [form] = forms();
  const names = dataOf(form).map(([name]) => name);
  expect(names).toEqual([
    "nonce",
    "id",
    "kind",
    "version",
    "title",
    "slug",
    "lead",
    "comments",
    "category[]",
    "block-0-kind",
    "block-0-html",
    "block-1-kind",
    "block-1-level",
    "at",
  ]);
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("button[name=do]")];
  expect(buttons.map(({ value }) => value)).toEqual([
    "save",
    "up:0",
    "down:0",
    "remove:0",
    "up:1",
    "down:1",
    "remove:1",
    "add:heading",
    "add:text",
    "save",
    "publish",
    "hide",
    "schedule",
  ]);
  expect(buttons.filter(({ disabled }) => disabled).map(({ value }) => value)).toEqual(["up:0", "down:1"]);
});

test("an error of the editor leads to its field", () => {
  show(<StaffEditPage {...staffEdit} errors={[{ field: "title", text: "اكتب العنوان." }]} />);
  const link = within(screen.getByRole("alert")).getByRole("link", { name: "العنوان: اكتب العنوان." });
  const field = document.querySelector(link.getAttribute("href") ?? "");
  expect(field?.getAttribute("name")).toBe("title");
  expect(field?.getAttribute("aria-invalid")).toBe("true");
});

test("a scheduled version is taken back and a past one restored by forms of their own", () => {
  show(<StaffEditPage {...staffEdit} />);
  expect(
    forms()
      .slice(1)
      .map((form) => Object.fromEntries(dataOf(form))),
  ).toEqual([
    { nonce: "n0nce", id: "1", kind: "post", version_id: "9", do: "share" },
    { nonce: "n0nce", id: "1", kind: "post", version_id: "9", do: "unschedule" },
    { nonce: "n0nce", id: "1", kind: "post", version_id: "8", do: "restore" },
  ]);
});

test("categories and redirects have a form each, and one to add", () => {
  show(<StaffCategoriesPage {...staffCategories} />);
  expect(forms().map((form) => Object.fromEntries(dataOf(form)))).toEqual([
    { nonce: "n0nce", id: "1", name: "القهوة", slug: "coffee" },
    { nonce: "n0nce", id: "", name: "", slug: "" },
  ]);
  show(<StaffRedirectsPage {...staffRedirects} />);
  expect(forms().map((form) => Object.fromEntries(dataOf(form)))).toEqual([
    { nonce: "n0nce", from: "", to: "" },
    { nonce: "n0nce", from: "/ar/old-terms/", to: "/ar/terms/" },
  ]);
});
