/** Props of every labelled control. */
export type FieldProps = {
  id: string;
  label: string;
  hint?: string | null;
  error?: string | null;
  /** In error, without a text. */
  isInvalid?: boolean;
  /** Two half-width fields share a row if there is space. */
  isHalf?: boolean;
};

/** ARIA attributes for the state of a control and its hint or error. */
export type NoteAttributes = { "aria-invalid"?: true; "aria-describedby"?: string };

export const noteId = (id: string) => `${id}-note`;

export function noteAttributes({ id, hint, error, isInvalid }: FieldProps): NoteAttributes {
  return {
    "aria-invalid": error || isInvalid ? true : undefined,
    "aria-describedby": (error ?? hint) ? noteId(id) : undefined,
  };
}
