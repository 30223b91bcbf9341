import type { ImgHTMLAttributes } from "react";
import type { PictureFocus, PictureView } from "../generated/catalog";
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

/** The point that a crop keeps, as the style sheet knows it: `x3 v y8` is 35 and 80 percent. */
function focusWords({ x, y }: PictureFocus): string {
  const words = (percent: number, tens: string, five: string) => [
    percent >= 10 && `${tens}${Math.floor(percent / 10)}`,
    percent % 10 === 5 && five,
  ];
  return [...words(x, "x", "v"), ...words(y, "y", "w")].filter(Boolean).join(" ");
}

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
        data-focus={focus && focusWords(focus)}
        {...img}
      />
    </picture>
  );
}
