import type { StateView } from "../generated/checkout";

/** Where an order stands. The words say it; colours only help to find it. */
const LOOKS: Record<string, string> = {
  processing: "badge badge--honey",
  on_hold: "badge badge--honey",
  shipped: "badge badge--ok",
  delivered: "badge badge--ok",
  completed: "badge badge--ok",
  failed: "badge badge--wrong",
};

export function StateBadge({ state: { name, label } }: { state: StateView }) {
  return (
    <span className={LOOKS[name] ?? "badge"} data-state={name}>
      {label}
    </span>
  );
}
