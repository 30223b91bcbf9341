/** Opens the search panel of small screens with the focus in its field, as one action: the keyboard appears. */
export function openSearch(field: HTMLInputElement): void {
  const panel = field.closest<HTMLElement>("[popover]");
  const opener = document.querySelector(`[popovertarget="${panel?.id}"]:not([popovertargetaction])`);
  opener?.addEventListener("click", (event) => {
    event.preventDefault();
    panel?.showPopover();
    field.focus();
  });
}
