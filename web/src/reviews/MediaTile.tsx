import type { MouseEvent, ReactNode } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewMediaView } from "../generated/reviews";
import { classes } from "../ui/classes";
import styles from "./MediaTile.module.css";

type Props = {
  media: ReviewMediaView;
  onOpen?: (event: MouseEvent<HTMLAnchorElement>) => void;
  children?: ReactNode;
};

/** A link to the picture or the video; with script it opens the lightbox. */
export function MediaTile({ media, onOpen, children }: Props) {
  const { kind, author, fullUrl, thumbUrl } = media;
  const label = kind === "video" ? reviewsText.mediaVideo({ author }) : reviewsText.mediaPicture({ author });
  return (
    <a className={classes(styles.tile, kind === "video" && styles.video)} href={fullUrl} onClick={onOpen}>
      <img src={thumbUrl} alt={label} width="320" height="320" loading="lazy" decoding="async" />
      {children}
    </a>
  );
}
