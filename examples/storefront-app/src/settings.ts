declare global {
  interface ImportMeta {
    env: Record<string, string | undefined>;
  }
}

const { VITE_SHOP, VITE_PAY_SCRIPT, VITE_PAY_LOGIN, VITE_PAY_CLIENT_KEY } = import.meta.env;

/** Where the shop is, and the shop's public credentials at the payment provider. The defaults are those of `make dev`. */
export const SHOP = VITE_SHOP ?? "http://localhost:8080";
export const PAY_SCRIPT = VITE_PAY_SCRIPT ?? "http://localhost:9911/v1/Accept.js";
export const PAY_LOGIN = VITE_PAY_LOGIN ?? "matjar-sim";
export const PAY_CLIENT_KEY = VITE_PAY_CLIENT_KEY ?? "matjar-sim-client-key";
