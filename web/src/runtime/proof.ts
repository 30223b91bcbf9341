/** A challenge in the format of Altcha: find the counter whose derived key begins with the prefix. */
type Challenge = {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength?: number;
    keyPrefix: string;
  };
  signature?: string;
};

const MAX_COUNTER = 100_000;

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The nonce followed by the counter, as a big-endian number of 32 bits. */
function password(nonce: Uint8Array, counter: number): Uint8Array<ArrayBuffer> {
  const buffer = new Uint8Array(nonce.length + 4);
  buffer.set(nonce);
  new DataView(buffer.buffer).setUint32(nonce.length, counter);
  return buffer;
}

/** Fetches a challenge and solves it. The browser derives the keys outside of the main thread, so no worker is needed. */
export async function solve(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`no challenge: ${response.status}`);
  const { parameters, signature }: Challenge = await response.json();
  const { nonce, salt, cost, keyLength = 32, keyPrefix } = parameters;
  const [nonceBytes, saltBytes] = [bytes(nonce), bytes(salt)];
  for (let counter = 0; counter < MAX_COUNTER; counter++) {
    const key = await crypto.subtle.importKey("raw", password(nonceBytes, counter), "PBKDF2", false, [
      "deriveBits",
    ]);
    const how = { name: "PBKDF2", salt: saltBytes, iterations: cost, hash: "SHA-256" };
    const derivedKey = hex(await crypto.subtle.deriveBits(how, key, keyLength * 8));
    if (!derivedKey.startsWith(keyPrefix)) continue;
    return btoa(JSON.stringify({ challenge: { parameters, signature }, solution: { counter, derivedKey } }));
  }
  throw new Error("the challenge has no solution");
}
