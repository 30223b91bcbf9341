import { useEffect, useState } from "react";
import * as moderationText from "../generated/messages/moderation";
import styles from "./QueueKeys.module.css";
import { handleQueueKey, selectAll } from "./queue-keys";

/** Single keys for the whole queue, and a check box that selects every item. Without script there is neither. */
export function QueueKeys() {
  const [isAll, setAll] = useState(false);
  useEffect(() => {
    document.addEventListener("keydown", handleQueueKey);
    return () => document.removeEventListener("keydown", handleQueueKey);
  }, []);
  return (
    <p className={styles.keys}>
      <label>
        <input
          type="checkbox"
          checked={isAll}
          onChange={(event) => {
            setAll(event.target.checked);
            selectAll(event.target.checked);
          }}
        />{" "}
        {moderationText.selectAll()}
      </label>
      <span>{moderationText.keys()}</span>
    </p>
  );
}
