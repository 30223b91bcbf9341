import { useRef } from "react";

/** Where a challenge is fetched; null: the form asks for no proof. */
export type Captcha = { challengeUrl: string } | null;

/**
 * The proof of work that stands in for a captcha. It is solved when the form is first used; without a captcha the
 * token is empty.
 */
export function useProof(captcha: Captcha) {
  const solving = useRef<Promise<string>>(undefined);
  const prove = () => {
    if (!captcha) return;
    solving.current ??= import("./proof").then(({ solve }) => solve(captcha.challengeUrl)).catch(() => "");
  };
  return {
    prove,
    /** The token; empty if it could not be computed: the next call tries again. */
    proof: async (): Promise<string> => {
      prove();
      const token = (await solving.current) ?? "";
      if (token === "") solving.current = undefined;
      return token;
    },
    /** The next proof is a new one: a token is accepted once. */
    renew: () => {
      solving.current = undefined;
    },
  };
}
