import type { ImgHTMLAttributes } from "react";
import type { PictureView } from "../generated/catalog";
import { Icon } from "../ui/Icon";
import catalogStyles from "./catalog.module.css";

type Props = PictureView & {
  /** The rendered width, as the value of the `sizes` attribute. */
  sizes: string;
  /** Pictures of the first screen load eagerly, the others lazily. */
  eager?: boolean;
  /** The largest picture of the first screen, with high fetch priority. */
  main?: boolean;
  /** Additional attributes of the `<img>`. */
  img?: ImgHTMLAttributes<HTMLImageElement> & Record<`data-${string}`, string | number>;
};

/** A picture in several sizes and formats. Width and height reserve its space; without a source an empty box does. */
export function Picture(props: Props) {
  const { alt, width, height, sources, fallbackUrl, focus, sizes, eager, main, img } = props;
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
        // The point that a crop keeps: the style sheet has a rule for each value.
        data-fx={focus?.x}
        data-fy={focus?.y}
        {...img}
      />
    </picture>
  );
}
