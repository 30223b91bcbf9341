import type { EnquiryElementView, EnquiryFormView, EnquiryLogic } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";

/** Elements that follow each other and are shown and hidden together. */
export type ElementGroup = { logic: EnquiryLogic | null; elements: Array<EnquiryElementView> };

type Form = Pick<EnquiryFormView, "elements" | "logic">;

/** The elements in their order; those with the same conditions open and close as one. */
export function groupsOf({ elements, logic }: Form): Array<ElementGroup> {
  const groups: Array<ElementGroup> = [];
  for (const element of elements) {
    const own = logic[element.id] ?? null;
    const last = groups.at(-1);
    if (last && JSON.stringify(last.logic) === JSON.stringify(own)) last.elements.push(element);
    else groups.push({ logic: own, elements: [element] });
  }
  return groups;
}

/** For visitors without script, who see every element: which choices a group is for. */
export function hintOf(elements: Array<EnquiryElementView>, logic: EnquiryLogic): string {
  const { action, match, rules } = logic;
  const labels = rules.flatMap(({ element_id, operator, value }) => {
    const read = elements.find(({ id }) => id === element_id);
    const options = read && "options" in read ? read.options : [];
    const label = options.find((option) => option.value === value)?.label;
    return operator === "eq" && label ? [`«${label}»`] : [];
  });
  // A list of choices reads as: any of them.
  const isAny = match === "any" || rules.length === 1;
  const isSimple = action === "show" && isAny && labels.length === rules.length;
  return isSimple ? enquiriesText.onlyFor({ choices: labels.join("، ") }) : enquiriesText.onlyIf();
}
