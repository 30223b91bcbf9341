import { Picture } from "../catalog/Picture";
import type { SavedLineView } from "../generated/cart";
import * as cartText from "../generated/messages/cart";
import controls from "../ui/controls.module.css";
import styles from "./SavedForLater.module.css";

type Props = { lines: Array<SavedLineView>; action: string };

/** Lines that were taken out of the cart. Plain forms: the page shows the result. */
export function SavedForLater({ lines, action }: Props) {
  if (lines.length === 0) return null;
  return (
    <section className={styles.later} aria-labelledby="saved-for-later">
      <h2 id="saved-for-later">
        {cartText.laterTitle()}{" "}
        <span className={styles.count}>({cartText.productCount({ count: lines.length })})</span>
      </h2>
      <ul>
        {lines.map(({ key, name, detail, url, picture, quantity }) => (
          <li key={key}>
            <Picture {...picture} alt="" sizes="84px" />
            <form method="post" action={action}>
              <a href={url}>{name}</a>
              <p>
                {detail && <bdi>{detail}</bdi>}
                {quantity !== "1" && <bdi dir="ltr"> × {quantity}</bdi>}
              </p>
              <div className={styles.acts}>
                <button
                  type="submit"
                  className={`${controls.btn} ${controls.btnSm}`}
                  name="later_back"
                  value={key}
                  aria-label={cartText.laterBackNamed({ name })}
                >
                  {cartText.laterBack()}
                </button>
                <button
                  type="submit"
                  className={`${controls.btn} ${controls.btnSm} ${controls.btnBare}`}
                  name="later_remove"
                  value={key}
                  aria-label={cartText.laterRemoveNamed({ name })}
                >
                  {cartText.laterRemove()}
                </button>
              </div>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
