/** The event of a form that got no answer, or none of the admin: what was typed into it is saved nowhere. */
export const UNSENT = "unsent";
