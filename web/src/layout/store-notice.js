{
  const notice = document.currentScript.previousElementSibling.querySelector("[data-notice]");
  notice.hidden = `; ${document.cookie};`.includes(`; store_notice${notice.dataset.notice}=hidden;`);
}
