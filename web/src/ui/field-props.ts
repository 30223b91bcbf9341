/** What every labelled control is told, whatever its kind. */
export type FieldProps = {
  id: string;
  label: string;
  hint?: string | null;
  error?: string | null;
  /** Two of these stand side by side where there is room. */
  isHalf?: boolean;
};

/** How a control says that it is wrong, and where it is explained. */
export type NoteAttributes = { "aria-invalid"?: true; "aria-describedby"?: string };

export const noteId = (id: string) => `${id}-note`;

export function noteAttributes({ id, hint, error }: FieldProps): NoteAttributes {
  return {
    "aria-invalid": error ? true : undefined,
    "aria-describedby": (error ?? hint) ? noteId(id) : undefined,
  };
}
