/** Marks the link of the picture that the strip shows. */
export function start(): void {
  const strip = document.querySelector(".gallery__strip");
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".thumbs a")];
  if (!strip || links.length === 0) return;
  const watcher = new IntersectionObserver(
    (entries) => {
      const shown = entries.find((entry) => entry.isIntersecting)?.target.id;
      if (!shown) return;
      for (const link of links) {
        if (link.hash === `#${shown}`) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { root: strip, threshold: 0.6 },
  );
  for (const picture of strip.children) watcher.observe(picture);
}
