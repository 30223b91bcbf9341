import { useRef } from "react";
import type { EnquiryDateParts } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import controls from "../ui/controls.module.css";
import type { FieldProps } from "../ui/field-props";
import forms from "../ui/forms.module.css";
import { Icon } from "../ui/Icon";
import styles from "./DateField.module.css";
import { isoDate, MONTHS, numbers, partsOf } from "./dates";
import { FieldGroup } from "./FieldGroup";

type Props = FieldProps & {
  name: string;
  required: boolean;
  firstYear: number;
  lastYear: number;
  date: EnquiryDateParts;
  onChange: (date: EnquiryDateParts) => void;
};

/** A date as three selects. With script a button opens the browser's calendar, which fills them in. */
export function DateField({ name, required, firstYear, lastYear, date, onChange, ...field }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const isWrong = field.error ? true : undefined;
  const open = () => {
    try {
      picker.current?.showPicker();
    } catch {
      // A browser without calendars of its own, or a click that was made before the script was there.
      picker.current?.focus();
    }
  };
  const days = numbers(1, 31).map((day) => [day, day]);
  const months = MONTHS.map((month, index) => [String(index + 1), month()]);
  const years = numbers(firstYear, lastYear).map((year) => [year, year]);
  const parts = [
    { part: "day", label: enquiriesText.day(), options: days },
    { part: "month", label: enquiriesText.month(), options: months },
    { part: "year", label: enquiriesText.year(), options: years },
  ] as const;
  return (
    <FieldGroup field={field} isRequired={required} role="group">
      <div className={styles.date}>
        {parts.map(({ part, label, options }) => (
          <span key={part} className={forms.select}>
            <select
              id={part === "day" ? field.id : undefined}
              name={`${name}[${part}]`}
              aria-label={label}
              aria-invalid={isWrong}
              value={date[part]}
              onChange={({ target }) => onChange({ ...date, [part]: target.value })}
            >
              <option value="">{label}</option>
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </span>
        ))}
        <span className={styles.picker}>
          <button
            type="button"
            className={`${controls.iconBtn} ${controls.iconBtnLine}`}
            aria-label={enquiriesText.datePick({ label: field.label })}
            onClick={open}
          >
            <Icon name="cal" />
          </button>
          {/* Without a name: the selects are what is sent. The button stands in for it. */}
          <input
            ref={picker}
            type="date"
            className={styles.native}
            tabIndex={-1}
            aria-label={field.label}
            min={`${firstYear}-01-01`}
            max={`${lastYear}-12-31`}
            value={isoDate(date)}
            onChange={({ target }) => target.value && onChange(partsOf(target.value))}
          />
        </span>
      </div>
    </FieldGroup>
  );
}
