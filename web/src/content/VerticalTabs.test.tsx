// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import * as contentText from "../generated/messages/content";
import { tabsBlock } from "../testing/content-samples";
import { TabsBlock } from "./TabsBlock";
import { VerticalTabs } from "./VerticalTabs.island";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const { id, label, tabs } = tabsBlock;
let root: Root | undefined;
let isNarrow = false;
let resized: Array<() => void> = [];

/** The page as the server renders it, with the island hydrated. */
async function open(width: "wide" | "narrow", hash = ""): Promise<void> {
  isNarrow = width === "narrow";
  location.hash = hash;
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return isNarrow;
    },
    addEventListener: (_: string, listener: () => void) => resized.push(listener),
    removeEventListener: () => {},
  }));
  document.body.innerHTML = renderToStaticMarkup(<TabsBlock {...tabsBlock} />);
  const errors = vi.spyOn(console, "error");
  const props = { id, label, tabs: tabs.map((tab) => ({ id: tab.id, title: tab.title })) };
  await act(async () => {
    root = hydrateRoot(document.querySelector("[data-root]") as Element, <VerticalTabs {...props} />);
  });
  expect(errors).not.toHaveBeenCalled();
}

const resize = (width: "wide" | "narrow") =>
  act(async () => {
    isNarrow = width === "narrow";
    for (const changed of resized) changed();
  });

afterEach(async () => {
  await act(async () => root?.unmount());
  resized = [];
  location.hash = "";
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const openPanels = () => [...document.querySelectorAll("[data-open=true]")].map((panel) => panel.id);
const selected = () =>
  screen.getAllByRole("tab").filter((tab) => tab.getAttribute("aria-selected") === "true");
const tab = (index: number) => screen.getAllByRole("tab")[index] as HTMLElement;
const head = (index: number) => screen.getAllByRole("button")[index] as HTMLElement;
const expanded = () => screen.getAllByRole("button").map((button) => button.getAttribute("aria-expanded"));

test("exactly one tab is active; a click activates another [SITE-31]", async () => {
  await open("wide");
  expect(selected()).toEqual([tab(0)]);
  expect(openPanels()).toEqual(["shipping"]);
  await userEvent.click(tab(2));
  expect(selected()).toEqual([tab(2)]);
  expect(openPanels()).toEqual(["payment"]);
  await userEvent.click(tab(2));
  expect(openPanels()).toEqual(["payment"]);
});

test("the title of the active tab is shown in an info element [SITE-34]", async () => {
  await open("wide");
  expect(screen.getByText(contentText.tabInfo({ title: "الشحن والتوصيل" }))).toBeTruthy();
  await userEvent.click(tab(1));
  expect(screen.getByText(contentText.tabInfo({ title: "الاستبدال والإرجاع" }))).toBeTruthy();
});

test("tabs and panels name each other, and only the active tab is in the tab order", async () => {
  await open("wide");
  for (const [index, { id: panel }] of tabs.entries()) {
    expect(tab(index).getAttribute("aria-controls")).toBe(panel);
    expect(document.getElementById(panel)?.getAttribute("aria-labelledby")).toBe(tab(index).id);
    expect(tab(index).tabIndex).toBe(index === 0 ? 0 : -1);
  }
  expect(screen.getByRole("tablist", { name: label }).getAttribute("aria-orientation")).toBe("vertical");
});

test("arrows, Home and End move focus and selection, and continue at the other end", async () => {
  await open("wide");
  tab(0).focus();
  const keys: Array<[string, number]> = [
    ["ArrowDown", 1],
    ["ArrowLeft", 2],
    ["ArrowDown", 0],
    ["ArrowUp", 2],
    ["ArrowRight", 1],
    ["Home", 0],
    ["End", 2],
  ];
  for (const [key, index] of keys) {
    await userEvent.keyboard(`{${key}}`);
    expect(document.activeElement, key).toBe(tab(index));
    expect(openPanels(), key).toEqual([tabs[index]?.id]);
  }
  await userEvent.keyboard("x");
  expect(openPanels()).toEqual(["payment"]);
});

test("on a narrow page it is an accordion; a click on the open item closes it [SITE-32] [SITE-33]", async () => {
  await open("narrow");
  expect(expanded()).toEqual(["true", "false", "false"]);
  expect(document.querySelector("[role=tabpanel]")).toBeNull();
  await userEvent.click(head(1));
  expect(expanded()).toEqual(["false", "true", "false"]);
  expect(openPanels()).toEqual(["returns"]);
  await userEvent.click(head(1));
  expect(expanded()).toEqual(["false", "false", "false"]);
  expect(openPanels()).toEqual([]);
  await userEvent.click(head(1));
  expect(openPanels()).toEqual(["returns"]);
});

test("arrows move between the heads of an accordion and open none", async () => {
  await open("narrow");
  head(0).focus();
  await userEvent.keyboard("{End}");
  expect(document.activeElement).toBe(head(2));
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(head(0));
  expect(openPanels()).toEqual(["shipping"]);
});

test("a closed accordion that becomes wide has one active tab again", async () => {
  await open("narrow");
  await userEvent.click(head(1));
  await userEvent.click(head(1));
  expect(openPanels()).toEqual([]);
  await resize("wide");
  expect(openPanels()).toEqual(["returns"]);
  expect(selected()).toEqual([tab(1)]);
  expect(screen.queryAllByRole("button")).toEqual([]);
});

test("the address opens a tab, also by something in its panel", async () => {
  await open("wide", "#days");
  expect(openPanels()).toEqual(["returns"]);
  location.hash = "#payment";
  await act(async () => void window.dispatchEvent(new Event("hashchange")));
  expect(openPanels()).toEqual(["payment"]);
  location.hash = "#unknown";
  await act(async () => void window.dispatchEvent(new Event("hashchange")));
  expect(openPanels()).toEqual(["payment"]);
});

test("without script the tabs are links to panels with headings", () => {
  document.body.innerHTML = renderToStaticMarkup(<TabsBlock {...tabsBlock} />);
  for (const { id: panel, title } of tabs) {
    expect(screen.getByRole("link", { name: title }).getAttribute("href")).toBe(`#${panel}`);
    expect(screen.getByRole("heading", { name: title }).closest(`#${panel}`)).toBeTruthy();
  }
  expect(document.querySelector("[hidden], [role=tab], button")).toBeNull();
});

test("the text of the panels is not part of the island's data", () => {
  document.body.innerHTML = renderToStaticMarkup(<TabsBlock {...tabsBlock} />);
  const data = document.querySelector("script")?.textContent ?? "";
  expect(data).toContain("الشحن");
  for (const { html } of tabs) expect(data).not.toContain(html);
});
