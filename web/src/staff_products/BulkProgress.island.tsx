import { useEffect, useState } from "react";
import * as text from "../generated/messages/bulk";
import type { BulkProgressAnswer, BulkProgress as BulkProgressView } from "../generated/staff_bulk";
import { post, storeCall } from "../runtime/request";
import controls from "../ui/controls.module.css";
import styles from "./BulkProgress.module.css";

const PAUSE = 2_000;

/** How far a job is. At its end the page is loaded again, with the report; without script a link does that. */
export function BulkProgress({ job, nonce, url, done, all, text: sentence }: BulkProgressView) {
  const [now, setNow] = useState({ done, all, text: sentence });
  useEffect(() => {
    const timer = setInterval(async () => {
      // A hidden page does not ask.
      if (document.hidden) return;
      try {
        const answer = await post<BulkProgressAnswer>(
          storeCall("staff_bulk_job"),
          new URLSearchParams({ job, nonce }),
        );
        setNow(answer);
        if (answer.isOver) {
          clearInterval(timer);
          location.replace(url);
        }
      } catch {
        // The next question may be answered.
      }
    }, PAUSE);
    return () => clearInterval(timer);
  }, [job, nonce, url]);
  return (
    <div className={styles.progress}>
      <progress value={now.done} max={Math.max(now.all, 1)} aria-label={text.progressLabel()} />
      <span>{now.text}</span>
      <a className={controls.link} href={url}>
        {text.refresh()}
      </a>
    </div>
  );
}
