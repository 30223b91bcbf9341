import { Field } from "./Field";
import { controlId } from "./show-control";

type Person = { name: string; email: string };

type Props = {
  /** Of the form: the fields have ids below it. */
  id: string;
  labels: Person & { emailHint: string };
  values: Person;
  /** Names of the fields in error. They are highlighted, without a text. */
  errors: Array<string>;
  onChange: (to: Partial<Person>, field: keyof Person) => void;
};

/** The fields of a writer: a name that is shown and an email address that is not. */
export function NameAndEmail({ id, labels, values, errors, onChange }: Props) {
  const field = (name: keyof Person) => ({
    id: controlId(id, name),
    isInvalid: errors.includes(name),
    isHalf: true,
    label: labels[name],
    name,
    autoComplete: name,
    required: true,
    value: values[name],
  });
  return (
    <>
      <Field
        {...field("name")}
        maxLength={100}
        onChange={({ target }) => onChange({ name: target.value }, "name")}
      />
      <Field
        {...field("email")}
        hint={labels.emailHint}
        type="email"
        maxLength={254}
        ltr
        onChange={({ target }) => onChange({ email: target.value }, "email")}
      />
    </>
  );
}
