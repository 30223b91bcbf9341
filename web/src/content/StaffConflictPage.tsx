import type { ConflictView, StaffConflictPageView } from "../generated/content";
import * as contentText from "../generated/messages/content";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { ConflictSide } from "./ConflictSide";
import styles from "./StaffConflictPage.module.css";
import { StaffFrame } from "./StaffFrame";

/** A field, or neighbouring blocks, that two people changed: one of the states is chosen. */
function Conflict({ name, label, base, theirs, mine, canTakeBoth }: ConflictView) {
  return (
    <fieldset className={styles.conflict}>
      <legend>{label}</legend>
      <div className={styles.columns}>
        <ConflictSide name={name} value="base" title={contentText.conflictBase()} parts={base} />
        <ConflictSide name={name} value="theirs" title={contentText.conflictTheirs()} parts={theirs} />
        <ConflictSide name={name} value="mine" title={contentText.conflictMine()} parts={mine} isChosen />
      </div>
      {canTakeBoth && (
        <label className={styles.both}>
          <input type="radio" name={name} value="both" />
          {contentText.conflictBoth()}
        </label>
      )}
    </fieldset>
  );
}

/**
 * Two edits of one page or post, part by part. A plain form: it holds the own edit, so nothing of it is lost whatever is
 * chosen.
 */
export function StaffConflictPage(page: StaffConflictPageView) {
  const { action, hidden, saved, conflicts, merged, actions, leaveUrl } = page;
  return (
    <StaffFrame {...page}>
      <p>{saved}</p>
      {conflicts.length === 0 && <p>{contentText.conflictNone()}</p>}
      {merged.length > 0 && (
        <p>
          {contentText.conflictMerged()} {merged.join("، ")}
        </p>
      )}
      <form className={styles.form} method="post" action={action}>
        <HiddenInputs pairs={hidden.map(({ name, value }): [string, string] => [name, value])} />
        {conflicts.map((conflict) => (
          <Conflict key={conflict.name} {...conflict} />
        ))}
        <div className={styles.buttons}>
          {actions.map(({ value, label }, index) => (
            <button
              key={value}
              type="submit"
              name="do"
              value={value}
              className={classes(controls.btn, index === 0 && controls.btnPrimary)}
            >
              {label}
            </button>
          ))}
          <a className={controls.link} href={leaveUrl}>
            {contentText.conflictLeave()}
          </a>
        </div>
      </form>
    </StaffFrame>
  );
}
