/** The address of the last order on this device, stored with the guest's consent. */
const KEY = "matjar_address";

export type Address = Record<string, string>;

export function readAddress(names: Array<string>): Address | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const values = stored as Record<string, unknown>;
    const address: Address = {};
    for (const name of names) {
      const value = values[name];
      if (typeof value === "string" && value.length <= 200) address[name] = value;
    }
    return Object.keys(address).length > 0 ? address : null;
  } catch {
    return null;
  }
}

export function storeAddress(address: Address | null): void {
  try {
    if (address) localStorage.setItem(KEY, JSON.stringify(address));
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that stores nothing asks again.
  }
}
