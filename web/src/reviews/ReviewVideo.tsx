import { useEffect, useRef, useState } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { ReviewMediaView } from "../generated/reviews";
import { Icon } from "../ui/Icon";

/** A video of the lightbox: a click plays or pauses it. It pauses when another slide is shown. */
export function ReviewVideo({ media, isCurrent }: { media: ReviewMediaView; isCurrent: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isCurrent) video.current?.pause();
  }, [isCurrent]);
  if (hasFailed)
    return (
      <p className="lightbox__failed" role={isCurrent ? "alert" : undefined}>
        {reviewsText.mediaFailed()}
      </p>
    );
  const toggle = () => {
    const one = video.current;
    if (!one) return;
    if (one.paused) one.play().catch(() => setHasFailed(true));
    else one.pause();
  };
  return (
    <button
      type="button"
      className="lightbox__video"
      aria-label={isPlaying ? reviewsText.pause() : reviewsText.play()}
      tabIndex={isCurrent ? 0 : -1}
      onClick={toggle}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: shoppers' videos have no captions */}
      <video
        ref={video}
        src={media.fullUrl}
        poster={media.posterUrl ?? undefined}
        width={media.width}
        height={media.height}
        preload="none"
        playsInline
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onError={() => setHasFailed(true)}
      />
      {!isPlaying && (
        <span className="lightbox__play">
          <Icon name="play" />
        </span>
      )}
    </button>
  );
}
