/** The same rule as Rust's `kernel::Money`; both run vectors/money.json. */
export function formatMoney(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  // U+2212, a real minus: a hyphen may break from its number. U+00A0 keeps the sign on the line.
  return `${minor < 0 ? "\u2212" : ""}${whole}.${digits.slice(-2)}\u00a0$`;
}
