// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import * as text from "../generated/messages/affiliates";
import { account } from "../testing/affiliate-samples";
import { hydrate } from "../testing/hydrate";
import { AffiliateAccount } from "./AffiliateAccount";
import { ReferralLink } from "./ReferralLink.island";

const link = { id: "name", label: "رابط الإحالة", url: "https://shop.example/ar/?ref=nora" };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const copyWith = async (writeText: () => Promise<void>) => {
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  hydrate(<ReferralLink {...link} />);
  await act(async () => fireEvent.click(screen.getByRole("button")));
};

test("a link can be read and selected without script, and has no dead button", () => {
  const html = renderToStaticMarkup(<ReferralLink {...link} />);
  expect(html).toContain(link.url);
  expect(html).not.toContain("<button");
});

test("the button copies the link", async () => {
  const writeText = vi.fn(async () => {});
  await copyWith(writeText);
  expect(writeText).toHaveBeenCalledWith(link.url);
  expect(screen.getByRole("status").textContent).toBe("");
});

test("a refused clipboard is explained beside the link", async () => {
  await copyWith(async () => Promise.reject(new Error("denied")));
  expect(screen.getByRole("status").textContent).toBe(text.copyFailed());
});

test("the plots have the same figures as a table", () => {
  document.body.innerHTML = renderToStaticMarkup(<AffiliateAccount {...account} />);
  const [visits] = [...document.querySelectorAll("figure")];
  const rows = [...(visits?.querySelectorAll("tbody tr") ?? [])];
  expect(rows.length).toBe(account.visits.bars.length);
  expect(rows[3]?.textContent).toContain(account.visits.bars[3]?.text);
  expect(visits?.querySelectorAll("rect").length).toBe(account.visits.bars.length);
});
