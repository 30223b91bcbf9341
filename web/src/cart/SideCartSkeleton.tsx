import * as commonText from "../generated/messages/common";
import { Skeleton } from "../ui/Skeleton";
import cartStyles from "./cart.module.css";
import styles from "./SideCartSkeleton.module.css";

/** Shown when the drawer opens before the visitor's cart has loaded. */
export function SideCartSkeleton() {
  return (
    <ul aria-busy="true">
      <li className="sr">{commonText.loading()}</li>
      {[0, 1].map((row) => (
        <li key={row} className={cartStyles.line}>
          <Skeleton shape="picture" />
          <div className={styles.wait}>
            <Skeleton width="long" />
            <Skeleton width="half" />
            <Skeleton shape="control" width="half" />
          </div>
        </li>
      ))}
    </ul>
  );
}
