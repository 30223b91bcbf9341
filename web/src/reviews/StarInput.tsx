import * as reviewsText from "../generated/messages/reviews";
import { classes } from "../ui/classes";
import { Icon } from "../ui/Icon";
import styles from "./StarInput.module.css";

type Props = {
  id: string;
  name: string;
  label: string;
  required: boolean;
  /** 0: none. */
  value: number;
  isError: boolean;
  onChange: (rating: number) => void;
};

const RATINGS = [1, 2, 3, 4, 5];

/** A rating field: five radio buttons that look like stars. */
export function StarInput({ id, name, label, required, value, isError, onChange }: Props) {
  return (
    <div
      className={classes(styles.field, isError && styles.isError)}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required={required || undefined}
      aria-invalid={isError || undefined}
    >
      <span id={`${id}-label`}>{label}</span>
      <span className={styles.row}>
        <span className={styles.stars}>
          {RATINGS.map((rating) => (
            <label key={rating} className={rating <= value ? styles.on : undefined}>
              <input
                type="radio"
                id={rating === 1 ? id : undefined}
                name={name}
                value={rating}
                checked={rating === value}
                onChange={() => onChange(rating)}
              />
              <Icon name="star" />
              <span className="sr">{reviewsText.star({ rating: String(rating) })}</span>
            </label>
          ))}
        </span>
        <bdi className={styles.n} dir="ltr" aria-hidden="true">
          {value}/5
        </bdi>
      </span>
    </div>
  );
}
