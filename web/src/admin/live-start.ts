/** The stream is opened when the page is there and nothing else is to be done. */
export function startLiveLater(): void {
  const start = () => {
    import("./live-stream").then(
      ({ startLive }) => startLive(),
      // A page without it works as before.
      () => {},
    );
  };
  const later = () => ("requestIdleCallback" in window ? requestIdleCallback(start) : setTimeout(start, 200));
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}
