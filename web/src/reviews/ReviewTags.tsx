import type { MouseEvent } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewTagView } from "../generated/reviews";
import styles from "./ReviewTags.module.css";

type Props = {
  tags: Array<ReviewTagView>;
  /** Ids. */
  selected: Array<string>;
  onToggle: (id: string, event: MouseEvent<HTMLAnchorElement>) => void;
};

/** Subjects of the reviews; each filters the list. */
export function ReviewTags({ tags, selected, onToggle }: Props) {
  return (
    <ul className={styles.tags} aria-label={reviewsText.tags()}>
      {tags.map(({ id, label, count, url }) => (
        <li key={id}>
          <a
            href={url}
            rel="nofollow"
            data-crtagid={id}
            aria-current={selected.includes(id) ? "true" : undefined}
            onClick={(event) => onToggle(id, event)}
          >
            {label} <bdi>{count}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
