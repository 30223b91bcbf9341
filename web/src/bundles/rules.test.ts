import { expect, test } from "vitest";
import type { TermsView } from "../generated/bundles";
import { bundle } from "../testing/bundle-samples";
import { vectors } from "../testing/vectors";
import { fromParts } from "../ui/quantity";
import { judge, type Part, type Verdict, writeSelection } from "./rules";

type Case = { name: string; terms: Partial<TermsView>; parts: Array<Part> } & Omit<Verdict, "before">;

const cases = vectors<Case>("bundles/judge.json");

test.each(cases)("$name", ({ terms, parts, selected, total, saved, refusal }) => {
  const verdict = judge({ ...bundle.terms, ...terms }, parts);
  expect(verdict).toMatchObject({ selected, total, saved, refusal });
});

test("there are enough cases", () => {
  expect(cases.length).toBeGreaterThanOrEqual(80);
});

test("a selection is written as it is read [BUND-07]", () => {
  const pick = { id: "17", key: "p1", quantity: "2", attrs: "roast=%D8%AF" };
  expect(writeSelection([pick, { ...pick, id: "18", key: "p2", attrs: "" }])).toBe(
    "17/p1/2/roast=%D8%AF,18/p2/2/",
  );
});

/** The same pseudo-random numbers as in the Rust test (crates/bundles/src/rules.rs). */
function rngFrom(seed: number) {
  let state = seed;
  const roll = (below: number): number => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state % below;
  };
  const of = <T>(values: Array<T>): T => values[roll(values.length)] as T;
  return { roll, of };
}

function randomCase({ roll, of }: ReturnType<typeof rngFrom>): [TermsView, Array<Part>] {
  const terms: TermsView = {
    percent: of([0, 0, 500, 1000, 3333, 9999, 10_000]),
    amount: of([0, 0, 0, 500, 1999]),
    fixedPrice: of([null, null, null, 7500]),
    hasOptional: roll(2) === 0,
    hasVariations: roll(2) === 0,
    excludeUnpurchasable: roll(2) === 0,
    min: of([null, null, "2", "4"]),
    max: of([null, null, "6", "9"]),
    totalMin: of([null, null, 6000]),
    totalMax: of([null, null, 90_000]),
  };
  const parts = Array.from({ length: roll(6) }, (_, at): Part => {
    const id = roll(8) !== 0 ? at + 1 : null;
    const units = roll(4) === 0 ? roll(400_000) : roll(4) * 100_000;
    return {
      id,
      name: `p${at}`,
      quantity: fromParts(units),
      price: roll(20_000),
      isOptional: roll(2) === 0,
      isUnpurchasable: roll(6) === 0,
    };
  });
  return [terms, parts];
}

type Agreed = { seed: number; cases: number; digest: number };

test.each(vectors<Agreed>("bundles/random.json"))(
  "the server judges $cases random selections alike [BUND-09] [BUND-22]",
  ({ seed, cases, digest: agreed }) => {
    const rng = rngFrom(seed);
    let digest = 2_166_136_261;
    for (let done = 0; done < cases; done += 1) {
      const { selected, before, total, refusal } = judge(...randomCase(rng));
      const text = `${selected}|${before}|${total}|${refusal?.[0] ?? ""}|${refusal?.[1] ?? ""}`;
      for (let at = 0; at < text.length; at += 1) {
        digest = Math.imul(digest ^ text.charCodeAt(at), 16_777_619) >>> 0;
      }
    }
    expect(digest).toBe(agreed);
  },
);
