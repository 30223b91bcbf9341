/** Forms with choices are rare among pages, so what they need comes by itself. */
export function start(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(".variations_form")) {
    void import("./variation-form").then(({ enhance }) => enhance(form));
  }
}
