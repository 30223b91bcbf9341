// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { proofFiles, transfer } from "../testing/checkout-samples";
import { TransferDetails } from "./TransferDetails";

afterEach(cleanup);

const form = () => document.querySelector("form[action='/ar/order/10482/proof/']") as HTMLFormElement;

test("the page says how much goes where until when, and takes a proof without script", () => {
  render(<TransferDetails transfer={transfer} />);
  const section = screen.getByRole("region", { name: "بيانات الحوالة" });
  expect(within(section).getByText("SA03 8000 0000 6080 1016 7519").getAttribute("dir")).toBe("ltr");
  expect(within(section).getByText(transfer.reference).getAttribute("dir")).toBe("ltr");
  expect(form().enctype).toBe("multipart/form-data");
  // The server checks the nonce and the key before it reads the file.
  const names = [...form().elements].map((field) => field.getAttribute("name")).filter(Boolean);
  expect(names).toEqual(["nonce", "key", "proof"]);
  expect(screen.getByLabelText("صورة الإيصال أو ملفه").getAttribute("aria-describedby")).toBe("proof-hint");
});

test("another way of paying is a link, and is not offered while staff look at a proof", () => {
  const link = () => screen.queryByRole("link", { name: "الدفع بطريقة أخرى" });
  const { rerender } = render(<TransferDetails transfer={transfer} />);
  expect(link()?.getAttribute("href")).toBe(transfer.payUrl);
  rerender(<TransferDetails transfer={{ ...transfer, payUrl: null }} />);
  expect(link()).toBeNull();
});

test("files that were sent are downloads, and a full list takes no more", () => {
  const proof = { ...transfer.proof, files: proofFiles, canSend: false };
  render(<TransferDetails transfer={{ ...transfer, refusal: "لم نقبل الحوالة: المبلغ ناقص", proof }} />);
  const list = screen.getByRole("list", { name: "ما أرسلته" });
  const link = within(list).getByRole("link", { name: "إيصال.pdf" });
  expect([link.getAttribute("href"), link.hasAttribute("download")]).toEqual([proofFiles[0]?.url, true]);
  expect(list.textContent).toContain("الملف قيد الفحص.");
  expect(form()).toBeNull();
  expect(screen.getByText("لم نقبل الحوالة: المبلغ ناقص")).toBeTruthy();
});
