import { Fragment, type ReactNode } from "react";
import * as contentText from "../generated/messages/content";
import styles from "./PostMeta.module.css";

type Props = { author?: string; date: string; datetime: string; readingMinutes: number };

const timeOf = (date: string, datetime: string) => <time dateTime={datetime}>{date}</time>;

/** Who wrote a post, when, and how long it takes to read. */
export function PostMeta({ author, date, datetime, readingMinutes }: Props) {
  const parts: Array<[name: string, part: ReactNode]> = [
    ["author", author && contentText.writtenBy({ author })],
    ["date", date && timeOf(date, datetime)],
    ["time", readingMinutes > 0 && contentText.readingTime({ count: readingMinutes })],
  ];
  const shown = parts.filter(([, part]) => part);
  if (shown.length === 0) return null;
  return (
    <p className={styles.meta}>
      {shown.map(([name, part], index) => (
        <Fragment key={name}>
          {index > 0 && " · "}
          {part}
        </Fragment>
      ))}
    </p>
  );
}
