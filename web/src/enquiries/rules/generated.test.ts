import { expect, test } from "vitest";
import type { EnquiryElement, EnquiryLogic, EnquiryValue } from "../../generated/enquiries";
import { vectors } from "../../testing/vectors";
import { type Facts, validate } from "./validate";
import type { RuleForm, Values } from "./values";

type Pools = { [name: string]: Array<EnquiryValue> };
type Agreed = { seed: number; cases: number; digest: number; pools: Pools };

/** The same pseudo-random numbers as in the Rust test (crates/enquiries/src/rules/tests/generated.rs). */
function rngFrom(seed: number) {
  let state = seed;
  const below = (limit: number): number => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state % limit;
  };
  const pick = <T>(values: ReadonlyArray<T>): T => values[below(values.length)] as T;
  return { below, pick };
}

type Rng = ReturnType<typeof rngFrom>;

const KINDS = [
  ...(["text", "email", "phone", "number", "textarea", "select", "radio", "checkboxes", "date"] as const),
  ...(["upload", "hidden", "captcha", "heading"] as const),
];
const OPTIONS = ["نعم", "لا", "ربما"].map((value) => ({ value, label: value }));
const NONE: Array<string> = [];
const TEXT_VALIDATORS: Array<EnquiryElement["validators"]> = [
  [],
  [{ type: "length", min: 3, max: 10 }],
  [{ type: "digits" }],
  [{ type: "code" }, { type: "length", min: 4, max: null }],
  [{ type: "identical", elementId: "1" }],
];
const DATE_VALIDATORS: Array<EnquiryElement["validators"]> = [
  [],
  [{ type: "from-today" }],
  [{ type: "until-today" }],
];

function randomElement({ below, pick }: Rng, id: number): EnquiryElement {
  const kind = pick(KINDS);
  const common = {
    ...{ id: String(id), label: "س", help: "", placeholder: "", required: below(2) === 0, default: null },
    ...{ validators: [], requiredMessage: "", invalidMessage: "", isHalf: false, autocomplete: "" },
  };
  switch (kind) {
    case "text":
      return { ...common, kind, validators: pick(TEXT_VALIDATORS) };
    case "number":
      return {
        ...common,
        kind,
        min: pick([null, -5, 0, 10]),
        max: pick([null, 20, 1000]),
        decimals: below(5),
      };
    case "select":
    case "radio":
    case "checkboxes":
      return { ...common, kind, options: OPTIONS };
    case "date":
      return { ...common, kind, validators: pick(DATE_VALIDATORS), firstYear: 2020, lastYear: 2030 };
    case "upload":
      return {
        ...common,
        kind,
        fileUploadLimit: below(3),
        allowedExtensions: pick([NONE, ["pdf"], ["jpg", "png"]]),
        fileSizeLimit: pick([1000, 5000]),
      };
    case "hidden":
      return { ...common, kind, value: pick(["", "مخفي"]) };
    case "textarea":
      return { ...common, kind, rows: 5 };
    default:
      return { ...common, kind };
  }
}

function randomLogic({ below, pick }: Rng, id: number): EnquiryLogic {
  const action = pick(["show", "hide"] as const);
  const match = pick(["any", "all"] as const);
  const rules = Array.from({ length: 1 + below(3) }, () => ({
    element_id: String(1 + below(id - 1)),
    operator: pick(["eq", "neq"] as const),
    value: pick(["", "نعم", "لا", "ربما", "x"]),
  }));
  return { action, match, animate: false, rules };
}

const POOLS: { [kind: string]: string } = {
  ...{ hidden: "text", heading: "text", note: "text" },
  ...{ select: "choice", radio: "choice", checkboxes: "list", upload: "files" },
};

function randomCase(rng: Rng, pools: Pools): [RuleForm, Values, Facts["captcha"]] {
  const { below, pick } = rng;
  const elements: Array<EnquiryElement> = [];
  const logic: RuleForm["logic"] = {};
  const values: Values = {};
  const count = 3 + below(6);
  for (let id = 1; id <= count; id += 1) {
    const element = randomElement(rng, id);
    if (id > 1 && below(2) === 0) logic[element.id] = randomLogic(rng, id);
    const roll = below(10);
    const name = roll === 0 ? "list" : roll === 1 ? "date" : (POOLS[element.kind] ?? element.kind);
    const value = pick(pools[name] ?? []);
    if (below(6) !== 0) values[element.id] = value;
    elements.push(element);
  }
  if (below(2) === 0) elements.reverse();
  return [{ elements, logic }, values, pick(["unchecked", "passed", "wrong"] as const)];
}

/** The result in one line. */
function written(form: RuleForm, values: Values, captcha: Facts["captcha"]): string {
  const { visible, errors, values: stored } = validate(form, values, { today: "2026-11-17", captcha });
  const isRefused = Object.keys(errors).length > 0;
  // Keys that are whole numbers are in ascending order.
  const rest = isRefused
    ? Object.entries(errors).map(
        ([id, list]) => `|${id}!${list.map(({ code, arg }) => `${code}(${arg})`).join("+")}`,
      )
    : Object.entries(stored).map(
        ([id, one]) => `|${id}=${typeof one === "string" ? one : `[${one.join("+")}]`}`,
      );
  return `${[...visible].sort().join(",")}${rest.join("")}\n`;
}

test.each(vectors<Agreed>("enquiries/random.json"))(
  "the server decides alike about $cases generated submissions [FORM-30] [FORM-31] [FORM-32] [FORM-35] [FORM-36]",
  { timeout: 120_000 },
  ({ seed, cases, digest: agreed, pools }) => {
    const rng = rngFrom(seed);
    const encoder = new TextEncoder();
    let digest = 2_166_136_261;
    for (let done = 0; done < cases; done += 1) {
      for (const byte of encoder.encode(written(...randomCase(rng, pools)))) {
        digest = Math.imul(digest ^ byte, 16_777_619) >>> 0;
      }
    }
    expect(digest).toBe(agreed);
  },
);
