/** Maximum height of an iframe; taller content scrolls. */
const MAX_HEIGHT = 1600;

/** Keeps an iframe as tall as its content; some are as tall as a screen by style instead. */
function follow(frame: HTMLIFrameElement): void {
  const part = frame.contentDocument?.querySelector(".dev-part");
  if (!part) return;
  const resize = () => {
    frame.height = String(Math.min(MAX_HEIGHT, Math.ceil(part.getBoundingClientRect().height)));
  };
  // Not inside the observer's callback: another height may resize the content again.
  new ResizeObserver(() => requestAnimationFrame(resize)).observe(part);
}

for (const frame of document.querySelectorAll("iframe")) {
  frame.addEventListener("load", () => follow(frame));
  // The iframe loaded before this script.
  if (frame.contentDocument?.readyState === "complete") follow(frame);
}
