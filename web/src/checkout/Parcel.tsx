import type { ParcelView } from "../generated/checkout";
import * as ordersText from "../generated/messages/orders";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import { CopyButton } from "./CopyButton.island";
import styles from "./Parcel.module.css";

/** A parcel: its number, who carries it, and where to follow it. */
export function Parcel({ parcel, id }: { parcel: ParcelView; id: string }) {
  const { number, carrier, url, contents, note } = parcel;
  return (
    <div className={styles.parcel}>
      {number && (
        <>
          <span className={styles.label}>{ordersText.parcelNumber()}</span>
          <span className={styles.number}>
            <bdi dir="ltr">{number}</bdi>
            <Island of={CopyButton} id={`${id}-copy`} on="visible" props={{ text: number }} />
          </span>
        </>
      )}
      <span className={styles.label}>{ordersText.parcelCarrier({ carrier })}</span>
      {note && <span className={styles.label}>{note}</span>}
      {contents.length > 0 && (
        <ul className={styles.contents} aria-label={ordersText.parcelContents()}>
          {contents.map((text, index) => (
            <li key={index}>{text}</li>
          ))}
        </ul>
      )}
      {url && (
        <a
          className={`${controls.btn} ${controls.btnSm} ${styles.follow}`}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {ordersText.parcelTrack()}
          <span className="sr"> {ordersText.newWindow()}</span>
        </a>
      )}
    </div>
  );
}
