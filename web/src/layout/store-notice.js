// Blocks the parser on purpose: see notice-cookie.ts, which also writes the cookie.
{
  const notice = document.currentScript?.previousElementSibling?.querySelector("[data-notice]");
  const hidden = `store_notice${notice?.dataset.notice}=hidden`;
  if (notice) notice.hidden = document.cookie.split("; ").includes(hidden);
}
