import { type ReactNode, useEffect, useRef } from "react";
import * as enquiriesText from "../generated/messages/enquiries";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./FormLightbox.module.css";

type Props = {
  openLabel: string;
  labelledBy: string;
  /** Milliseconds in which the form moves back to the middle after its size changed; null: it stays where it is. */
  centerSpeed: number | null;
  /** The page was rendered to show this form: errors, or what was sent. */
  isOpenFirst: boolean;
  children: ReactNode;
};

/** A form that a button opens over the page. Without script it is a part of the page. */
export function FormLightbox({ openLabel, labelledBy, centerSpeed, isOpenFirst, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => {
    const { current } = dialog;
    if (!current || current.open) return;
    const page = document.documentElement;
    page.toggleAttribute("data-scrollbar", window.innerWidth > page.clientWidth);
    current.showModal();
    // Not the button that closes it, nor a field, which would open the keyboard of a phone.
    document.getElementById(labelledBy)?.focus();
  };
  const first = useRef(isOpenFirst ? open : null);
  useEffect(() => first.current?.(), []);

  useEffect(() => {
    const box = dialog.current;
    if (!box || typeof ResizeObserver === "undefined") return;
    let height = 0;
    const observer = new ResizeObserver(() => {
      const before = height;
      height = box.open ? box.offsetHeight : 0;
      if (!box.open) {
        box.style.marginBlockStart = "";
        return;
      }
      if (centerSpeed === null) {
        // It keeps the place at which it was opened.
        if (before === 0) box.style.marginBlockStart = `${box.getBoundingClientRect().top}px`;
        return;
      }
      const moved = (height - before) / 2;
      const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
      // The browser has already moved it; it is shown on its way there.
      if (before > 0 && moved !== 0 && !isStill)
        box.animate([{ translate: `0 ${moved}px` }, { translate: "0 0" }], {
          duration: centerSpeed,
          easing: "ease-in-out",
        });
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [centerSpeed]);

  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        className={`${controls.btn} ${controls.btnPrimary} ${styles.open}`}
        aria-haspopup="dialog"
        onClick={open}
      >
        {openLabel}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes it; a dialog closes by Escape itself */}
      <dialog
        ref={dialog}
        className={styles.box}
        aria-labelledby={labelledBy}
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        <div className={styles.inside}>
          <div className={styles.close}>
            <button
              type="button"
              className={controls.iconBtn}
              aria-label={enquiriesText.close()}
              onClick={close}
            >
              <Icon name="x" />
            </button>
          </div>
          {children}
        </div>
        <div className="sr" role="status" data-announce="" />
      </dialog>
    </>
  );
}
