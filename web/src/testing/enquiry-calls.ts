import { vi } from "vitest";

type Answer = unknown | Error;
type Sent = { url: string; fields: Record<string, Array<string>> };

/** The server of a form: records what is sent to it and answers in turn. */
export function enquiryCalls() {
  const sent: Array<Sent> = [];
  const answers: Array<Answer> = [];
  let tokens = 0;
  let release: (() => void) | null = null;
  let held: Promise<void> | null = null;
  vi.stubGlobal("fetch", async (url: string, { body }: { body?: FormData } = {}) => {
    if (!body) return Response.json({ uid: `own-${++tokens}`, today: "2026-11-17" });
    const fields: Sent["fields"] = {};
    for (const name of body.keys()) fields[name] = body.getAll(name).map(String);
    sent.push({ url, fields });
    await held;
    const answer = answers.length > 0 ? answers.shift() : { type: "success", data: "<p>وصلتنا رسالتك.</p>" };
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return {
    sent,
    /** The answers of the next submissions; without one a form is accepted. */
    answer: (...next: Array<Answer>) => void answers.push(...next),
    /** Answers wait until `release`. */
    hold: () => {
      held = new Promise((done) => {
        release = done;
      });
    },
    release: () => {
      release?.();
      held = null;
    },
  };
}
