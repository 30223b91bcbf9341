import { useRef, useState } from "react";
import { newIdempotencyKey } from "./request";
import { type Captcha, useProof } from "./use-proof";

/** The answer to a form. Any `code` but 0 is a refusal. */
export type FormAnswer = { code: number; description: string; button: string };
export type FormFields = Array<[name: string, value: string]>;

type Options = {
  captcha: Captcha;
  send: (fields: FormFields, idempotencyKey: string) => Promise<FormAnswer>;
  /** The answers that are not the server's. Without `unproven` a form without a proof is sent: the server decides. */
  refusals: { unproven?: () => FormAnswer; failed: () => FormAnswer };
};

/** The life of a form that is sent by script: editing, submitting, result. Entered data is not touched. */
export function useSubmission({ captcha, send, refusals }: Options) {
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [result, setResult] = useState<FormAnswer | null>(null);
  const { proof, prove, renew } = useProof(captcha);
  /** A retry of the same data has the same key. */
  const sent = useRef({ body: "", key: "" });

  const answerTo = async (fieldsOf: (token: string) => FormFields): Promise<FormAnswer> => {
    const token = await proof();
    if (captcha && token === "" && refusals.unproven) return refusals.unproven();
    const fields = fieldsOf(token);
    const body = JSON.stringify(fields);
    if (sent.current.body !== body) sent.current = { body, key: newIdempotencyKey() };
    try {
      const answer = await send(fields, sent.current.key);
      if (answer.code !== 0) {
        // Refused data is corrected and sent as new data.
        sent.current = { body: "", key: "" };
        renew();
      }
      return answer;
    } catch {
      return refusals.failed();
    }
  };

  return {
    isSubmitting,
    result,
    prove,
    submit: async (fieldsOf: (token: string) => FormFields) => {
      if (isSubmitting) return;
      setIsSubmitting(true);
      setResult(await answerTo(fieldsOf));
      setIsSubmitting(false);
    },
    /** Back to editing. */
    edit: () => setResult(null),
  };
}
