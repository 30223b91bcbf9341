import { expect, test } from "vitest";
import { vectors } from "../testing/vectors";
import { type Clockwork, type Messages, readTime, type State, stateAt } from "./countdown";

type Case = {
  name: string;
  countdown: Clockwork & Messages;
  now: string;
  expect: Omit<State, "target"> & { target: string | null };
};

test.each(vectors<Case>("pricing/countdown.json"))("$name", ({ countdown, now, expect: expected }) => {
  const { target, ...state } = stateAt(countdown, countdown, readTime(now) ?? 0);
  expect({ ...state, target }).toEqual({ ...expected, target: expected.target && readTime(expected.target) });
});
