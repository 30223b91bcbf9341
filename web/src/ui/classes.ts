/** The value of `className` for those of the names that apply. */
export const classes = (...names: Array<string | false | null | undefined>): string | undefined =>
  names.filter(Boolean).join(" ") || undefined;
