// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EnquiryFormView, EnquiryLogic } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { enquiryCalls } from "../testing/enquiry-calls";
import * as samples from "../testing/enquiry-samples";
import { endHydrated, hydrated, pass, shopper } from "../testing/hydrated";
import { EnquiryForm } from "./EnquiryForm.island";

const { enquiryForm, topic, guests, day, extras, message } = samples;

let calls: ReturnType<typeof enquiryCalls>;
type Animation = { frames: Array<Keyframe>; duration: number; onfinish: () => void; cancel: () => void };
let animations: Array<Animation> = [];

beforeEach(() => {
  vi.useFakeTimers();
  calls = enquiryCalls();
  animations = [];
  HTMLElement.prototype.animate = function animate(frames, options) {
    const { duration } = options as { duration: number };
    const animation = { frames: frames as Array<Keyframe>, duration, onfinish: () => {}, cancel: () => {} };
    animations.push(animation);
    return animation as unknown as globalThis.Animation;
  };
});
afterEach(() => {
  endHydrated();
  vi.useRealTimers();
});

const show = (to: Partial<EnquiryFormView> = {}) => hydrated(<EnquiryForm {...enquiryForm} {...to} />);
const group = ({ id }: { id: string }) =>
  document.querySelector(`[data-element="${id}"]`)?.closest<HTMLElement>("[data-conditional]");
const isShown = (element: { id: string }) => group(element)?.dataset.conditional === "shown";
const isAway = (element: { id: string }) => group(element)?.className.includes("away") ?? false;
const control = (name: string) => document.querySelector(`[name="${name}"]`) as HTMLInputElement;
const choose = (value: string) => shopper().selectOptions(control(topic.name), value);
const finish = () => act(async () => animations.at(-1)?.onfinish());

const only = (logic: Partial<EnquiryLogic>): Partial<EnquiryFormView> => ({
  elements: [topic, extras, guests, message],
  logic: { [guests.id]: { ...samples.forGifts, animate: false, ...logic } },
});

test("a rule with eq matches an equal value, with neq a different one [FORM-30]", async () => {
  await show(only({ rules: [{ element_id: topic.id, operator: "eq", value: "gifts" }] }));
  expect(isShown(guests)).toBe(false);
  await choose("gifts");
  expect(isShown(guests)).toBe(true);
  endHydrated();
  await show(only({ rules: [{ element_id: topic.id, operator: "neq", value: "gifts" }] }));
  expect(isShown(guests)).toBe(true);
  await choose("gifts");
  expect(isShown(guests)).toBe(false);
});

const twoRules: EnquiryLogic["rules"] = [
  { element_id: topic.id, operator: "eq", value: "gifts" },
  { element_id: extras.id, operator: "eq", value: "print" },
];

test("'any' needs one matching rule, 'all' needs every [FORM-31]", async () => {
  await show(only({ match: "any", rules: twoRules }));
  await choose("gifts");
  expect(isShown(guests)).toBe(true);
  endHydrated();
  await show(only({ match: "all", rules: twoRules }));
  await choose("gifts");
  expect(isShown(guests)).toBe(false);
  await shopper().click(screen.getByRole("checkbox", { name: "طباعة الشعار" }));
  expect(isShown(guests)).toBe(true);
});

test("'hide' is the opposite of 'show' [FORM-32]", async () => {
  await show(only({ action: "hide" }));
  expect(isShown(guests)).toBe(true);
  await choose("gifts");
  expect(isShown(guests)).toBe(false);
  await choose("complaint");
  expect(isShown(guests)).toBe(true);
});

test("conditions follow a select, a checkbox and a radio button at once, and those that depend on them [FORM-33]", async () => {
  await show({
    elements: [topic, guests, extras, message],
    logic: {
      [guests.id]: { ...samples.forGifts, animate: false },
      [extras.id]: {
        ...samples.forGifts,
        animate: false,
        rules: [{ element_id: guests.id, operator: "eq", value: "many" }],
      },
      [message.id]: {
        ...samples.forGifts,
        animate: false,
        rules: [{ element_id: extras.id, operator: "eq", value: "cards" }],
      },
    },
  });
  await choose("gifts");
  expect([isShown(guests), isShown(extras), isShown(message)]).toEqual([true, false, false]);
  await shopper().click(screen.getByRole("radio", { name: "أكثر من 150" }));
  expect([isShown(extras), isShown(message)]).toEqual([true, false]);
  await shopper().click(screen.getByRole("checkbox", { name: "بطاقات تهنئة" }));
  expect(isShown(message)).toBe(true);
  // A hidden element counts as empty, so everything behind it goes with it.
  await choose("wholesale");
  expect([isShown(guests), isShown(extras), isShown(message)]).toEqual([false, false, false]);
});

test("an animated group opens and closes in 400 milliseconds [FORM-34]", async () => {
  await show();
  expect(isAway(day)).toBe(true);
  await choose("gifts");
  expect(isAway(day)).toBe(false);
  expect(animations.map(({ duration }) => duration)).toEqual([400]);
  expect(animations[0]?.frames[0]?.blockSize).toBe("0px");
  await finish();
  await choose("complaint");
  // Visible on its way out, and out of reach.
  expect(isAway(day)).toBe(false);
  expect(group(day)?.hasAttribute("inert")).toBe(true);
  expect(animations.at(-1)?.duration).toBe(400);
  expect(animations.at(-1)?.frames.at(-1)?.blockSize).toBe("0px");
  await finish();
  expect(isAway(day)).toBe(true);
  expect(group(day)?.hasAttribute("inert")).toBe(false);
});

test("without the flag, or with reduced motion, it does so at once [FORM-34]", async () => {
  await show(only({ animate: false }));
  await choose("gifts");
  expect([isAway(guests), animations]).toEqual([false, []]);
  await choose("complaint");
  expect([isAway(guests), animations]).toEqual([true, []]);
  endHydrated();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  await show();
  await choose("gifts");
  await choose("complaint");
  expect([isAway(day), animations]).toEqual([true, []]);
});

test("elements with the same conditions are one group, in their order", async () => {
  await show();
  expect(group(guests)).toBe(group(day));
  expect(document.querySelectorAll("[data-conditional]")).toHaveLength(1);
});

test("a hidden element is neither checked nor sent [FORM-36]", async () => {
  await show({
    values: {
      ...{ [samples.name.id]: "مها", [samples.email.id]: "m@example.com", [message.id]: "سؤال" },
      ...{ [topic.id]: "gifts", [guests.id]: "many", [day.id]: { day: "1", month: "", year: "" } },
    },
  });
  const send = async () => {
    await shopper().click(screen.getByRole("button", { name: enquiryForm.submitLabel }));
    await pass();
  };
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  await send();
  expect(calls.sent).toEqual([]);
  expect(screen.getByText(enquiriesText.dateError())).toBeTruthy();
  await choose("wholesale");
  await send();
  expect(Object.keys(calls.sent[0]?.fields ?? {})).toEqual(
    expect.not.arrayContaining([guests.name, `${day.name}[day]`]),
  );
  expect(calls.sent[0]?.fields[topic.name]).toEqual(["wholesale"]);
});

test("without script every element is in the page, with a line that says who needs it", () => {
  document.body.innerHTML = renderToStaticMarkup(<EnquiryForm {...enquiryForm} />);
  expect(control(`${day.name}[day]`)).not.toBeNull();
  expect(group(day)?.textContent).toContain(enquiriesText.onlyFor({ choices: "«هدايا مناسبة»" }));
  for (const other of [only({ action: "hide" }), only({ match: "all", rules: twoRules })]) {
    document.body.innerHTML = renderToStaticMarkup(<EnquiryForm {...enquiryForm} {...other} />);
    expect(group(guests)?.textContent).toContain(enquiriesText.onlyIf());
  }
});
