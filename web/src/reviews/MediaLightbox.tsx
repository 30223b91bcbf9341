import type { ReviewMediaView } from "../generated/reviews";
import type { OpenedLightbox } from "./use-media-lightbox";

type Props = { opened: OpenedLightbox | null; media: Array<ReviewMediaView>; onClosed: () => void };

/** The lightbox while it is open. */
export function MediaLightbox({ opened, media, onClosed }: Props) {
  if (!opened) return null;
  const { Lightbox, index } = opened;
  return <Lightbox media={media} from={index} onClosed={onClosed} />;
}
