import { type ChangeEvent, useState } from "react";
import * as text from "../generated/messages/settings";
import type { SettingField, SettingSection, SettingsForm as View } from "../generated/settings";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { refusal } from "./check";
import { SettingControl } from "./SettingControl";
import styles from "./SettingsForm.module.css";

/** The value of a field as the form would send it. */
function sentValue(field: SettingField, form: HTMLFormElement): string {
  const data = new FormData(form);
  if (field.control === "switch") return data.has(field.name) ? "1" : "0";
  if (field.control !== "boxes") return String(data.get(field.name) ?? "").replaceAll("\r\n", "\n");
  const ticked = field.options.filter(({ value }) => data.has(`${field.name}:${value}`));
  return ticked
    .map(({ value }) => value)
    .sort()
    .join(" ");
}

function Section({ section, errors }: { section: SettingSection; errors: Record<string, string | null> }) {
  return (
    <fieldset className={styles.section}>
      <legend>{section.title}</legend>
      {section.text && <p className={styles.text}>{section.text}</p>}
      <div className={styles.fields}>
        {section.fields.map((field) => (
          <SettingControl key={field.name} field={{ ...field, error: errors[field.name] ?? null }} />
        ))}
      </div>
    </fieldset>
  );
}

/**
 * A form of settings. The fields are uncontrolled: without script they are sent as they are, with it each is checked when it
 * is left, in the words of the server, and the bar names what is not saved yet.
 */
export function SettingsForm({ action, hidden, sections, submit }: View) {
  const fields = sections.flatMap((section) => section.fields);
  const [errors, setErrors] = useState(() =>
    Object.fromEntries(fields.map(({ name, error }) => [name, error])),
  );
  const [changed, setChanged] = useState<Array<string>>([]);

  const look = (event: ChangeEvent<HTMLFormElement>, isLeft: boolean) => {
    const form = event.currentTarget;
    const input: unknown = event.target;
    const name = input instanceof Element ? (input.getAttribute("name") ?? "").split(":")[0] : "";
    const field = fields.find((one) => one.name === name);
    if (!field) return;
    const value = sentValue(field, form);
    // What only the server can refuse stays refused until it is changed.
    const error = refusal(field, value) ?? (value === field.value ? field.error : null);
    // What is typed is judged when the field is left; what was refused, as soon as it is right.
    if (isLeft || errors[field.name]) setErrors({ ...errors, [field.name]: error });
    setChanged(fields.filter((one) => sentValue(one, form) !== one.value).map(({ label }) => label));
  };

  return (
    <form
      method="post"
      action={action}
      className={styles.form}
      noValidate
      onInput={(event) => look(event as ChangeEvent<HTMLFormElement>, false)}
      onBlur={(event) => look(event as unknown as ChangeEvent<HTMLFormElement>, true)}
    >
      <HiddenInputs pairs={hidden} />
      {sections.map((section) => (
        <Section key={section.title} section={section} errors={errors} />
      ))}
      <div className={styles.bar}>
        <p role="status">
          {changed.length > 0 && text.unsaved({ count: changed.length, names: changed.join("، ") })}
        </p>
        <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
          {submit}
        </button>
      </div>
    </form>
  );
}
