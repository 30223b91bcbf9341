/** Reports the visit of a page that was opened by an affiliate's link. Other pages load nothing. */
export function start(): void {
  if (!/[?&]ref=|\/ref\/[^/]+\/?$/.test(location.pathname + location.search)) return;
  void import("./track").then(({ trackVisit }) => trackVisit()).catch((error) => console.warn(error));
}
