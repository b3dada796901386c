/** An image as pages show it in `cover` and `media`. */
export interface ShownImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt_text: string;
  /** True for an animation, of which the small rendition is a still picture. */
  readonly animated?: boolean | undefined;
  readonly renditions: readonly { readonly url: string; readonly width: number }[];
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
  // Of two files with one width, the rendition is the smaller.
  const byWidth = new Map(
    [{ url, width }, ...(animated ? [] : renditions)].map((source) => [source.width, source.url]),
  );
  const sources = [...byWidth].sort(([one], [other]) => one - other);
  const srcset = sources.map(([width, url]) => `${url} ${width}w`).join(", ");
  return { src: url, srcset, sizes, width, height, alt: alt_text };
};
