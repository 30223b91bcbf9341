import type { EnquiryLogic } from "../../generated/enquiries";
import { listOf, type RuleForm, textOf, type Values } from "./values";

/** The chosen options of an element; an option that does not exist counts as none. */
function chosen(form: RuleForm, id: string, values: Values): Array<string> {
  const element = form.elements.find((one) => one.id === id);
  switch (element?.kind) {
    case "select":
    case "radio":
    case "checkboxes": {
      const sent = element.kind === "checkboxes" ? listOf(values[id]) : [textOf(values[id])];
      return sent.filter((value) => element.options.some((option) => option.value === value));
    }
    default:
      return [];
  }
}

function isShown(form: RuleForm, logic: EnquiryLogic, values: Values, visible: ReadonlySet<string>): boolean {
  const matches = ({ element_id, operator, value }: EnquiryLogic["rules"][number]) => {
    const found = visible.has(element_id) ? chosen(form, element_id, values) : [];
    const isEqual = value === "" ? found.length === 0 : found.includes(value);
    return isEqual === (operator === "eq");
  };
  const isMatched = logic.match === "any" ? logic.rules.some(matches) : logic.rules.every(matches);
  return isMatched === (logic.action === "show");
}

/**
 * The elements that are shown with these values: the rule of `enquiries::rules::visible_elements`. A condition sees a
 * hidden element as empty.
 */
export function visibleElements(form: RuleForm, values: Values): Set<string> {
  const all = form.elements.map(({ id }) => id);
  let visible = new Set(all);
  // Each round settles one more level of dependence; the bound ends definitions with cycles, which the server refuses.
  for (let round = 0; round <= Object.keys(form.logic).length; round += 1) {
    const next = new Set(
      all.filter((id) => {
        const logic = form.logic[id];
        return !logic || isShown(form, logic, values, visible);
      }),
    );
    if (next.size === visible.size && all.every((id) => next.has(id) === visible.has(id))) break;
    visible = next;
  }
  return visible;
}
