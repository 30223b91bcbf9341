// Loaded by the development server only.

performance.setResourceTimingBufferSize(10_000);

/**
 * Reloads the page when an island has changed that another page has hydrated and this page has not: only its HTML is
 * here.
 */
import.meta.hot?.on("vite:beforeUpdate", ({ updates }) => {
  const loaded = new Set(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
  const isMissing = ({ type, path }: (typeof updates)[number]) =>
    type === "js-update" && /\.tsx?$/.test(path) && !loaded.has(path);
  if (updates.some(isMissing)) location.reload();
});
