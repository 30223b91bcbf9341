import type { BlockView } from "../generated/content";
import { Avatar } from "../reviews/Avatar";
import { ButtonsBlock } from "./ButtonsBlock";
import type { ButtonView } from "./block-runs";
import styles from "./PeopleBlock.module.css";

type Props = Omit<Extract<BlockView, { kind: "people" }>, "kind"> & { buttons: Array<ButtonView> };

/** The people of the shop, and the buttons that follow them. */
export function PeopleBlock({ label, people, buttons }: Props) {
  return (
    <div className="wrap">
      <h2 className={styles.title}>{label}</h2>
      <ul className={styles.people}>
        {people.map(({ name, title, text }, index) => (
          <li key={index}>
            <Avatar name={name} isLarge />
            <b>{title}</b>
            {text && <p>{text}</p>}
          </li>
        ))}
      </ul>
      {buttons.length > 0 && (
        <div className={styles.buttons}>
          <ButtonsBlock buttons={buttons} />
        </div>
      )}
    </div>
  );
}
