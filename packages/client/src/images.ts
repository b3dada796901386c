/** An image as pages show it in `cover` and `media`. */
export interface ShownImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt_text: string;
  /** True for an animation, of which the small rendition is a still picture. */
  readonly animated?: boolean | undefined;
  readonly renditions: readonly ImageRendition[];
  /** The same picture in smaller files, for browsers that read AVIF. */
  readonly avif?: readonly ImageRendition[] | undefined;
}

export interface ImageRendition {
  readonly url: string;
  /** In pixels. */
  readonly width: number;
}

/** The attributes of an `img` element. */
export interface ImageAttributes {
  readonly src: string;
  readonly srcset: string;
  readonly sizes: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/**
 * The attributes that let browsers choose among the renditions of an image, and keep its place while it loads.
 * An animation has only its own file, so that it moves. `sizes` is the width at which the page shows it, such as `(max-width: 40rem) 100vw, 40rem`.
 */
export const imageAttributes = (
  { url, width, height, alt_text, animated, renditions }: ShownImage,
  sizes = "100vw",
): ImageAttributes => {
  const others = animated ? [] : renditions;
  // The file as it came may have megabytes: it is named where the renditions are not wide enough.
  const own = others.some((rendition) => rendition.width >= wideEnough) ? [] : [{ url, width }];
  // Of two files with one width, the rendition is the smaller.
  const byWidth = new Map([...own, ...others].map((source) => [source.width, source]));
  const srcset = srcsetOf([...byWidth.values()]);
  return { src: url, srcset, sizes, width, height, alt: alt_text };
};

/** In pixels: as wide as pages show pictures on sharp screens. */
const wideEnough = 1_600;

/** The attributes of a `source` element. */
export interface SourceAttributes {
  readonly type: string;
  readonly srcset: string;
  readonly sizes: string;
}

/**
 * The `source` elements of a `picture`, before its `img`, for browsers that read a format with smaller files;
 * none for an image that has no such files. `sizes` is as for `imageAttributes`.
 */
export const imageSources = ({ avif = [] }: ShownImage, sizes = "100vw"): readonly SourceAttributes[] =>
  avif.length > 0 ? [{ type: "image/avif", srcset: srcsetOf(avif), sizes }] : [];

const srcsetOf = (files: readonly ImageRendition[]): string =>
  [...files]
    .sort((one, other) => one.width - other.width)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(", ");
