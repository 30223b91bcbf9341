import * as enquiriesText from "../generated/messages/enquiries";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./FileProblem.module.css";
import type { UploadProblem } from "./use-files";

type Props = Omit<UploadProblem, "key"> & { onDismiss: () => void };

/** Why a file was not taken, or not uploaded. */
export function FileProblem({ text, onDismiss }: Props) {
  return (
    <p className={styles.problem}>
      <Icon name="alert" />
      <span>{text}</span>
      <button
        type="button"
        className={controls.iconBtn}
        aria-label={enquiriesText.fileDismiss()}
        onClick={onDismiss}
      >
        <Icon name="x" />
      </button>
    </p>
  );
}
