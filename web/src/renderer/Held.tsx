import { type ComponentType, createElement } from "react";
import { islandName } from "./islands";

type Props = {
  /** As the server calls the part. */
  name: string;
  /** The island that the part is: the page needs its style sheet. */
  of?: ComponentType<never>;
};

/** The place of a part that the server holds: it puts the markup in itself, and has it rendered only once. */
export function Held({ name, of }: Props) {
  return createElement("held-slot", { name, island: of && islandName(of) });
}
