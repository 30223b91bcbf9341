import { type MouseEvent, useState } from "react";
import type { StoreNoticeView } from "../generated/edge";
import * as layoutText from "../generated/messages/layout";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { rememberHiddenNotice } from "./notice-cookie";
import styles from "./StoreNotice.module.css";

/** The notice at the top of every page. */
export function StoreNotice({ id, text }: StoreNoticeView) {
  const [isHidden, setHidden] = useState(false);
  const dismiss = (event: MouseEvent) => {
    event.preventDefault();
    rememberHiddenNotice(id);
    setHidden(true);
  };
  return (
    <section
      className={`${styles.notice} on-dark`}
      aria-label={layoutText.notice()}
      data-notice={id}
      hidden={isHidden}
      suppressHydrationWarning
    >
      <div className={`wrap ${styles.row}`}>
        <p>{text}</p>
        {/* biome-ignore lint/a11y/useValidAnchor: as on the platform; before the script has loaded it leads past the notice */}
        <a
          className={`${controls.iconBtn} ${styles.dismiss}`}
          href="#main"
          aria-label={layoutText.dismiss()}
          onClick={dismiss}
        >
          <Icon name="x" />
        </a>
      </div>
    </section>
  );
}
