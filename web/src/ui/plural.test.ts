import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { pluralForm } from "./plural";

test.each(vectors<{ n: number; form: string }>("plural.json"))("$n is $form", ({ n, form }) => {
  expect(pluralForm(n)).toBe(form);
});
