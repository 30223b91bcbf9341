import { webcrypto } from "node:crypto";
import { expect, test, vi } from "vitest";
import { solve } from "./proof";

const NONCE = "00112233445566778899aabbccddeeff";
const SALT = "ffeeddccbbaa99887766554433221100";
const COUNTER = 41;

/** The key that belongs to a counter, by another implementation than the tested one. */
async function keyOf(counter: number): Promise<string> {
  const password = Buffer.concat([Buffer.from(NONCE, "hex"), Buffer.from([0, 0, 0, counter])]);
  const key = await webcrypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", salt: Buffer.from(SALT, "hex"), iterations: 10, hash: "SHA-256" };
  return Buffer.from(await webcrypto.subtle.deriveBits(how, key, 256)).toString("hex");
}

test("a challenge is solved and returned with its signature and all its parameters", async () => {
  const derivedKey = await keyOf(COUNTER);
  const challenge = {
    parameters: {
      algorithm: "PBKDF2/SHA-256",
      nonce: NONCE,
      salt: SALT,
      cost: 10,
      keyLength: 32,
      keyPrefix: derivedKey.slice(0, 16),
      expiresAt: 1_794_900_000,
      data: { purpose: "review" },
    },
    signature: "5191ed",
  };
  vi.stubGlobal("fetch", async () => Response.json(challenge));
  const token = await solve("/ar/reviews/challenge/");
  expect(JSON.parse(atob(token))).toEqual({ challenge, solution: { counter: COUNTER, derivedKey } });
});

test("without a challenge there is no token", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  await expect(solve("/ar/reviews/challenge/")).rejects.toThrow("503");
});
