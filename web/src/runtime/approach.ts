/** The pointer has moved on this page. */
let hasMoved = false;

/** A browser that does not know where the pointer is reports it in the corner, for example when its window opens. */
const isInCorner = ({ clientX, clientY }: PointerEvent) => clientX === 0 && clientY === 0;

/**
 * Calls `near` with each element that the shopper points at, focuses or touches.
 *
 * A browser also reports `pointerover` for what it lays out below a pointer that rests, on every page after a link was
 * followed. That is no approach, so pointing counts from the first movement on.
 */
export function onApproach(near: (target: Element) => void): void {
  const report = ({ target }: Event) => target instanceof Element && near(target);
  const options = { passive: true };
  document.addEventListener("focusin", report, options);
  document.addEventListener("touchstart", report, options);
  document.addEventListener("pointerover", (event) => hasMoved && report(event), options);
  const move = (event: PointerEvent) => {
    if (isInCorner(event)) return;
    hasMoved = true;
    document.removeEventListener("pointermove", move);
    report(event);
  };
  document.addEventListener("pointermove", move, options);
}
