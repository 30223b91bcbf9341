import type { GalleryImage, PictureView } from "../generated/catalog";
import { parseElement } from "../runtime/trusted-html";

/** The widest file of a `srcset`. */
function widest(srcset: string): string {
  const candidates = srcset.split(",").map((candidate) => candidate.trim().split(/\s+/));
  const byWidth = candidates.sort(
    ([, a = "0"], [, b = "0"]) => Number.parseInt(b, 10) - Number.parseInt(a, 10),
  );
  return byWidth[0]?.[0] ?? "";
}

/** Converts a picture to a gallery image: the lightbox shows its largest file. */
export function galleryImageOf(picture: PictureView): GalleryImage {
  // The last format is supported by every browser.
  const large = widest(picture.sources.at(-1)?.srcset ?? "");
  return {
    large_image: large || picture.fallbackUrl,
    large_image_width: picture.width,
    large_image_height: picture.height,
    caption: picture.alt,
    picture,
  };
}

/** The pictures in a gallery's HTML, which call 14 and `variation_data` contain. */
export function picturesInHtml(html: string): Array<PictureView> {
  const images = parseElement(html)?.querySelectorAll("img[data-large_image]") ?? [];
  return [...images].map((image) => {
    const value = (name: string) => image.getAttribute(name) ?? "";
    const sources = [...(image.closest("picture")?.querySelectorAll("source") ?? [])];
    return {
      alt: value("alt"),
      width: Number(value("data-large_image_width") || value("width")),
      height: Number(value("data-large_image_height") || value("height")),
      sources: sources.map((source) => ({
        mime: source.getAttribute("type") ?? "",
        srcset: source.getAttribute("srcset") ?? "",
      })),
      fallbackUrl: value("src"),
    };
  });
}
