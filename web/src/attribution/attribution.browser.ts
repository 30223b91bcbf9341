/** Sources, consent and analytics are loaded when the page is ready; staff are not measured. */
export function start(): void {
  const config = document.querySelector("script[data-measurement]");
  const { page } = document.body.dataset;
  if (!config || page === "staff") return;
  const run = () => {
    void import("./measure").then(({ measure }) => measure(JSON.parse(config.textContent))).catch(() => {});
    void import("../ui/emoji-support").then(({ checkEmoji }) => checkEmoji()).catch(() => {});
  };
  const whenIdle = () => (globalThis.requestIdleCallback ?? setTimeout)(run);
  // The checkout's hidden inputs are filled in before the form can be sent.
  if (page === "checkout") run();
  else if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}
