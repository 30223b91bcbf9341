import { type ComponentType, createElement } from "react";

type Props<P> = {
  of: ComponentType<P>;
  props: P;
  on: string;
  region?: string;
  id?: string;
};

/**
 * Takes the place of the renderer's `Island` in the admin's script: where the browser renders the whole page, an island is
 * one more component.
 */
export function Island<P extends object>({ of, props, id, region }: Props<P>) {
  return (
    <div data-id={id} data-region={region}>
      <div data-root="">{createElement(of, props)}</div>
    </div>
  );
}
