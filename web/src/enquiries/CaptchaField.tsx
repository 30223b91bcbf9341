import * as enquiriesText from "../generated/messages/enquiries";
import controls from "../ui/controls.module.css";
import { FieldNote } from "../ui/FieldNote";
import { fieldClass } from "../ui/field-class";
import { type FieldProps, noteAttributes } from "../ui/field-props";
import forms from "../ui/forms.module.css";
import { Icon } from "../ui/Icon";
import styles from "./CaptchaField.module.css";

type Props = FieldProps & {
  name: string;
  pictureUrl: string;
  value: string;
  onChange: (value: string) => void;
  /** Another picture, and the digits are typed again. */
  onRefresh: () => void;
};

/** Five digits in a picture. */
export function CaptchaField({ name, pictureUrl, value, onChange, onRefresh, ...field }: Props) {
  return (
    <div className={fieldClass(field)}>
      <label className={forms.label} htmlFor={field.id}>
        {field.label || enquiriesText.captchaLabel()}
      </label>
      <div className={styles.captcha}>
        <img
          key={pictureUrl}
          className={styles.picture}
          src={pictureUrl}
          alt={enquiriesText.captchaPicture()}
          width={168}
          height={56}
        />
        <button
          type="button"
          className={`${controls.iconBtn} ${controls.iconBtnLine} ${styles.another}`}
          aria-label={enquiriesText.captchaAnother()}
          onClick={onRefresh}
        >
          <Icon name="refresh" />
        </button>
        <input
          id={field.id}
          name={name}
          className={`${forms.input} ltr`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          placeholder="12345"
          required
          value={value}
          onChange={({ target }) => onChange(target.value)}
          {...noteAttributes(field)}
        />
      </div>
      <FieldNote {...field} />
    </div>
  );
}
