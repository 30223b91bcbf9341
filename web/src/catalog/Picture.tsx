import type { ImgHTMLAttributes } from "react";
import type { PictureView } from "../generated/catalog";
import { Icon } from "../ui/Icon";
import catalogStyles from "./catalog.module.css";

type Props = PictureView & {
  /** How wide it will be drawn, in the words of the `sizes` attribute. */
  sizes: string;
  /** Pictures of the first screen are fetched at once, the rest when they come near. */
  eager?: boolean;
  /** The one picture that the shopper waits for. */
  main?: boolean;
  /** Whatever else the `<img>` itself must carry. */
  img?: ImgHTMLAttributes<HTMLImageElement> & Record<`data-${string}`, string | number>;
};

/** A picture in several sizes and formats. Width and height hold its place; so does an empty frame without one. */
export function Picture({ alt, width, height, sources, fallbackUrl, sizes, eager, main, img }: Props) {
  if (!fallbackUrl) {
    return (
      <span className={catalogStyles.noPicture}>
        <Icon name="camera" size="l" />
      </span>
    );
  }
  return (
    <picture>
      {sources.map(({ mime, srcset }) => (
        <source key={mime} type={mime} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        src={fallbackUrl}
        alt={alt}
        width={width}
        height={height}
        loading={eager || main ? undefined : "lazy"}
        decoding={eager || main ? undefined : "async"}
        fetchPriority={main ? "high" : undefined}
        {...img}
      />
    </picture>
  );
}
