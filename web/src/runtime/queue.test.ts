import { expect, test } from "vitest";
import { enqueue } from "./queue";

test("tasks run one at a time, in order, and a failed one does not block the next", async () => {
  const log: Array<string> = [];
  const task =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} starts`);
      await new Promise((done) => setTimeout(done, 5));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };

  const first = enqueue(task("first", true));
  const second = enqueue(task("second"));

  await expect(first).rejects.toThrow("first");
  expect(await second).toBe("second");
  expect(log).toEqual(["first starts", "first ends", "second starts", "second ends"]);
});
