// Blocks the parser on purpose: see StoreNotice.island.tsx. The cookie is written by notice-cookie.ts.
{
  const notice = document.currentScript?.previousElementSibling;
  const hidden = `store_notice${notice?.dataset.notice}=hidden`;
  if (notice) notice.hidden = document.cookie.split("; ").includes(hidden);
}
