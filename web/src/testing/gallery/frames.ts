/** Taller than most screens: what is taller still scrolls. */
const HIGHEST = 1600;

/** Makes a frame as tall as the part in it, now and later; by style some are as tall as a screen instead. */
function follow(frame: HTMLIFrameElement): void {
  const part = frame.contentDocument?.querySelector(".dev-part");
  if (!part) return;
  const resize = () => {
    frame.height = String(Math.min(HIGHEST, Math.ceil(part.getBoundingClientRect().height)));
  };
  // Not while the observer is being told: a frame of another height may change its part again.
  new ResizeObserver(() => requestAnimationFrame(resize)).observe(part);
}

for (const frame of document.querySelectorAll("iframe")) {
  frame.addEventListener("load", () => follow(frame));
  // Loaded before this script was.
  if (frame.contentDocument?.readyState === "complete") follow(frame);
}
