import * as commonText from "../generated/messages/common";
import skeleton from "../ui/Skeleton.module.css";
import styles from "./DiscountTableSkeleton.module.css";

/** Placeholder with the height of the expected table. */
export function DiscountTableSkeleton({ rows }: { rows: number }) {
  return (
    <>
      <span className="sr">{commonText.loading()}</span>
      <span className={`${skeleton.skeleton} ${styles.title}`} />
      {Array.from({ length: rows + 1 }, (_, row) => (
        <span key={row} className={`${skeleton.skeleton} ${styles.row}`} />
      ))}
    </>
  );
}
