/** Joins the class names that apply. */
export const classes = (...names: Array<string | false | null | undefined>): string | undefined =>
  names.filter(Boolean).join(" ") || undefined;
