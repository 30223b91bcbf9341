import * as commonText from "../generated/messages/common";

/** As tall as the table that will come. */
export function DiscountTableSkeleton({ rows }: { rows: number }) {
  return (
    <>
      <span className="sr">{commonText.loading()}</span>
      <span className="skel qty-skel__title" />
      {Array.from({ length: rows + 1 }, (_, row) => (
        <span key={row} className="skel qty-skel__row" />
      ))}
    </>
  );
}
