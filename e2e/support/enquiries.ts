import { expect, type Locator, type Page, type Request, type Route } from "@playwright/test";
import type { Shop } from "../shop";
import { t } from "./texts";

/** Pages of the demo shop with a form: short, with conditions and files, with photographs, and in a lightbox. */
export const CONTACT = "/ar/contact/";
export const WHOLESALE = "/ar/wholesale/";
export const RETURN = "/ar/return-request/";
export const CALLBACK = "/ar/help/";

export const enquiry = (page: Page) => page.locator('form:has(input[name="iphorm_id"])');
export const submitOf = (form: Locator) => form.locator("button[type=submit]");
export const successArea = (page: Page) => page.locator("[data-success]");
export const fileInput = (form: Locator) => form.locator("input[type=file]");
export const fileRows = (form: Locator) => form.locator("[data-state]");
export const fileErrors = (form: Locator) => form.locator("[data-upload-errors]");
export const textField = (form: Locator, label: string) =>
  form.getByRole("textbox", { name: new RegExp(`^${label}( |$)`) });
export const datePart = (form: Locator, part: "day" | "month" | "year") =>
  form.getByRole("combobox", { name: t(`enquiries.${part}`) });
export const topic = (form: Locator) => form.getByRole("combobox", { name: "نوع الطلب" });
export const digits = (form: Locator) => textField(form, t("enquiries.captcha-label"));
export const captcha = (form: Locator) => form.getByRole("img", { name: t("enquiries.captcha-picture") });

/** Waits until the form is hydrated. */
export async function liveForm(page: Page): Promise<void> {
  const island = page.locator("[data-island='enquiries/EnquiryForm']");
  await island.evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
  // That of a lightbox waits until it is used.
  if ((await island.getAttribute("data-on")) === "interaction")
    await island.getByRole("button").first().focus();
  await page.waitForFunction(() => {
    const form = document.querySelector('form:has(input[name="iphorm_id"])');
    return form !== null && Object.keys(form).some((key) => key.startsWith("__reactFiber"));
  });
}

/** Visits the page of a form, and returns the form when it is hydrated. */
export async function openForm(page: Page, shop: Shop, path: string): Promise<Locator> {
  await shop.visit(path);
  await liveForm(page);
  return enquiry(page);
}

/** Sends the page's form by its button, and returns the body of the request. */
export async function submitted(page: Page, path: string): Promise<string> {
  const sent = page.waitForRequest(isSubmit(path));
  await submitOf(enquiry(page)).click();
  return (await sent).postData() ?? "";
}

/** The shop has accepted the form and shows its text. */
export async function expectSent(page: Page, text: string): Promise<void> {
  await expect(successArea(page)).toContainText(text);
}

/** The bodies of matching requests, from now on. */
export function bodiesOf(page: Page, matches: (request: Request) => boolean): Array<string> {
  const bodies: Array<string> = [];
  page.on("request", (request) => {
    if (matches(request)) bodies.push(request.postData() ?? "");
  });
  return bodies;
}

let unique = 0;
export const newSender = () => `sender-${process.pid}-${Date.now()}-${unique++}@example.com`;
/** A text that no other test sends. */
export const newMessage = () =>
  `هل يصل الطلب قبل الجمعة؟ رقم ${process.pid % 1000}${unique++}${Date.now() % 100_000}`;

export async function fillContact(form: Locator, message = newMessage()): Promise<void> {
  await textField(form, "الاسم").fill("مها الأنصاري");
  await textField(form, "البريد الإلكتروني").fill(newSender());
  await textField(form, "رسالتك").fill(message);
}

/** Fills in a complaint, which needs nothing else. */
export async function fillComplaint(form: Locator, message = newMessage()): Promise<void> {
  await textField(form, "الاسم الكامل").fill("مها الأنصاري");
  await textField(form, "البريد الإلكتروني").fill(newSender());
  await topic(form).selectOption("complaint");
  await textField(form, "رسالتك").fill(message);
  await digits(form).fill("12345");
}

export const isUpload = (request: Request) =>
  request.method() === "POST" && (request.postData() ?? "").includes("iphorm_ajax_uploading");
export const isSubmit = (path: string) => (request: Request) =>
  request.method() === "POST" && new URL(request.url()).pathname === path;

/** The first bytes of a file, by the end of its name: the server compares them. */
const FIRST_BYTES: Record<string, Array<number>> = {
  pdf: [...Buffer.from("%PDF-1.7\n")],
  jpg: [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, ...Buffer.from("JFIF\0")],
  png: [0x89, ...Buffer.from("PNG\r\n\x1a\n"), 0, 0, 0, 13, ...Buffer.from("IHDR")],
};

/** A small file that is what its name says, as far as anybody looks. */
export function fileOf(name: string, bytes = 2048) {
  const buffer = Buffer.alloc(bytes, 7);
  buffer.set(FIRST_BYTES[name.split(".").at(-1) ?? ""] ?? []);
  return { name, mimeType: "application/octet-stream", buffer };
}

/** Holds the requests of one kind until the test lets them go, one by one. */
export class Gate {
  readonly held: Array<Request> = [];
  #waiting: Array<(go: (route: Route) => Promise<void>) => void> = [];

  static async at(page: Page, isHeld: (request: Request) => boolean): Promise<Gate> {
    const gate = new Gate();
    await page.route("**/*", async (route) => {
      if (!isHeld(route.request())) return route.fallback();
      gate.held.push(route.request());
      const go = await new Promise<(route: Route) => Promise<void>>((done) => gate.#waiting.push(done));
      await go(route);
    });
    return gate;
  }

  /** Waits for a held request and lets it go on, or does something else with it. */
  async next(go: (route: Route) => Promise<void> = (route) => route.continue()): Promise<void> {
    await expect.poll(() => this.#waiting.length).toBeGreaterThan(0);
    this.#waiting.shift()?.(go);
  }
}

type Recorded = { element: string; duration: number };

/** Records the animations that scripts start: on a busy machine they are over before a test can look. */
export const recordAnimations = (page: Page) =>
  page.addInitScript(() => {
    const recorded: Array<Recorded> = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function record(frames, options) {
      const { duration } = options as { duration: number };
      recorded.push({ element: this.localName, duration });
      return animate.call(this, frames, options);
    };
    Object.assign(window, { recorded });
  });

/** The durations of the animations since the last call. */
export const takeAnimations = (page: Page, element: string) =>
  page.evaluate(
    (name) =>
      (window as unknown as { recorded: Array<Recorded> }).recorded
        .splice(0)
        .filter((one) => one.element === name)
        .map(({ duration }) => duration),
    element,
  );
