let last: Promise<unknown> = Promise.resolve();

/** Runs tasks one at a time, in order. A failed task does not block the next. */
export function enqueue<T>(task: () => Promise<T>): Promise<T> {
  const run = last.then(task, task);
  last = run.catch(() => {});
  return run;
}
