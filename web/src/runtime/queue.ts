let last: Promise<unknown> = Promise.resolve();

/** Runs tasks one at a time in the order they came. One that fails does not hold up the next. */
export function enqueue<T>(task: () => Promise<T>): Promise<T> {
  const run = last.then(task, task);
  last = run.catch(() => {});
  return run;
}
