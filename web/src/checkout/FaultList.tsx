import type { FaultView } from "../generated/checkout";
import { Notice } from "../ui/Notice";

/** Where a fault's own field is on the page; some are about a part that has no field of that name. */
const placeOf = (field: string) => (field === "payment_method" ? "payment" : field);

/** Everything that is wrong, at the top of its form. The place is there from the start: a script fills it as well. */
export function FaultList({ faults, title }: { faults: Array<FaultView>; title: string }) {
  return (
    <div className="faults" data-faults={title}>
      {faults.length > 0 && (
        <Notice kind="error" focused>
          <p className="faults__title">{title}</p>
          <ul>
            {faults.map(({ field, text }, index) => (
              <li key={index}>{field ? <a href={`#${placeOf(field)}`}>{text}</a> : text}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
