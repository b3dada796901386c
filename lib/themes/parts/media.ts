import { galleryEntries } from "#lib/blocks/stored-media.ts";
import { isAnimation } from "#lib/media/animation.ts";
import type { Image, MediaKind, MediaOf, PictureFile } from "#lib/media/media.ts";
import { avifRenditionsOf, renditionsOf } from "#lib/media/renditions.ts";
import { type Element, h } from "#lib/themes/element.ts";
import { focusClass, withFocusClass } from "#lib/themes/focus.ts";
import type { Reading } from "#lib/themes/theme.ts";
import { audioPlayer } from "./audio-player.ts";

/** The width of the page without its margins; what they have on wide screens does not matter. */
const pageWidth = "100vw - 45px";

/**
 * The width of a picture by itself, from which browsers choose a rendition (`sizes`). Style sheets let no
 * picture be higher than 840 pixels. The cap keeps browsers from enlarging small images.
 */
const sizesAlone = (image: Image, { pictureColumn: column }: Reading): string => {
  const { width, height } = image.display;
  const widest = Math.max(...renditionsOf(image).map((rendition) => rendition.width));
  const highest = Math.ceil((840 * width) / height);
  const sizes = `min(${widest}px, ${pageWidth}, ${Math.min(1060, highest)}px)`;
  return column
    ? `(min-width: ${column.from}px) ${Math.min(column.width, widest, highest)}px, ${sizes}`
    : sizes;
};

/**
 * The width of a gallery's pictures (`sizes`), which fill their columns: as many of these as fit, and two for
 * four pictures on wide screens. They are cut to 4:3.
 */
const sizesInGallery = (count: number, { display }: Image, { pictureColumn: column }: Reading): string => {
  const fill = fillOf(display, 4 / 3);
  const sizes = sizesInColumns(count, fill);
  if (!column) return sizes;
  const beside = Math.min(count, column.inGallery);
  const each = Math.round((column.width - (beside - 1) * column.gap) / beside);
  return `(min-width: ${column.from}px) ${fill(`${each}px`)}, ${sizes}`;
};

const sizesInColumns = (count: number, fill: (width: string) => string): string => {
  const half = fill("min(50vw - 30px, 522px)");
  const phone = `(max-width: 383px) ${fill(`(${pageWidth})`)}`;
  if (count === 2) return `${phone}, ${half}`;
  const narrow = `(max-width: 559px) ${fill("(50vw - 30px)")}, (max-width: 767px) ${fill("(33vw - 25px)")}`;
  return `${phone}, ${narrow}, ${count === 4 ? half : fill("343px")}`;
};

/** How many times as wide as a box of this ratio a picture is that fills it, and is cut at two sides. */
const enlargement = ({ width, height }: Image["display"], ratio: number): number =>
  Math.max(1, Number((width / height / ratio).toFixed(2)));

/** Gives the width of a picture that fills a box of this width. */
const fillOf =
  (picture: Image["display"], ratio: number) =>
  (width: string): string =>
    `calc(${width} * ${enlargement(picture, ratio)})`;

/** How a picture is shown that is not alone, and whether it is the first thing that readers see. */
interface PictureUse {
  readonly sizes?: string;
  readonly isFirst?: boolean;
}

const altTextOf = ({ description, title }: Image): string => description || title;

/** An image in the rendition that fits. Its width and height keep the page from moving while it loads. */
export const picture = (image: Image, alt: string, reading: Reading, use: PictureUse = {}): Element =>
  isAnimation(image) ? animation(image, alt, reading, use) : stillPicture(image, alt, reading, use);

/** Readers who prefer less motion see the first frame. */
const animation = ({ cover, display }: Image, alt: string, { fileUrl }: Reading, use: PictureUse): Element =>
  h(
    "picture",
    null,
    h("source", { media: "(prefers-reduced-motion: reduce)", srcset: fileUrl(cover), type: "image/webp" }),
    h("img", { src: fileUrl(display), ...placeOf(display, alt, use) }),
  );

const placeOf = (
  { width, height }: Image["display"],
  alt: string,
  { isFirst = false }: PictureUse,
): Readonly<Record<string, string | number | undefined>> => ({
  width,
  height,
  alt,
  loading: isFirst ? "eager" : "lazy",
  fetchpriority: isFirst ? "high" : undefined,
  decoding: "async",
});

/**
 * Browsers take the first format that they read, and of that the file that fits. Those that read no AVIF
 * take the image's own.
 */
const stillPicture = (
  image: Image,
  alt: string,
  reading: Reading,
  { sizes, isFirst = false }: PictureUse,
): Element => {
  const avif = avifRenditionsOf(image);
  const shownAt = sizes ?? sizesAlone(image, reading);
  const shown = h("img", {
    src: reading.fileUrl(image.display),
    srcset: srcsetOf(renditionsOf(image), reading),
    sizes: shownAt,
    ...placeOf(image.display, alt, { isFirst }),
  });
  if (avif.length === 0) return shown;
  const srcset = srcsetOf(avif, reading);
  return h("picture", null, h("source", { type: "image/avif", srcset, sizes: shownAt }), shown);
};

/** Files from narrow to wide, up to the first one that has the largest width that is asked for. */
const srcsetOf = (
  files: readonly PictureFile[],
  { fileUrl }: Pick<Reading, "fileUrl">,
  largest = Number.POSITIVE_INFINITY,
): string => {
  const byWidth = new Map(files.map((file) => [file.width, file]));
  const enough = [...byWidth.keys()].findIndex((width) => width >= largest);
  return [...byWidth.values()]
    .slice(0, enough < 0 ? undefined : enough + 1)
    .map((file) => `${fileUrl(file)} ${file.width}w`)
    .join(", ");
};

/** Where a style sheet shows small pictures: in a box that they fill, cut at two sides. */
interface PictureBox {
  readonly class?: string;
  /** In CSS pixels. */
  readonly width: number;
  /** The width by that of the window, where it is not always the same (`sizes`). */
  readonly sizes?: (fill: (width: string) => string) => string;
  /** Width to height. */
  readonly ratio: number;
  readonly loading?: "lazy";
}

/** The sharpest screens have so many pixels for one of CSS. */
const sharpest = 3;

/** A picture in a box, without words because a title beside it says what it is of. Animations stand still. */
export const boxedPicture = (
  image: Image,
  reading: Pick<Reading, "fileUrl">,
  { class: name, width, sizes, ratio, loading }: PictureBox,
): Element => {
  const { cover } = image;
  const enlarged = enlargement(cover, ratio);
  const files = isAnimation(image) ? [cover] : renditionsOf(image);
  return h("img", {
    class: name === undefined ? undefined : withFocusClass(name, image),
    src: reading.fileUrl(cover),
    srcset: srcsetOf(files, reading, Math.ceil(width * enlarged * sharpest)),
    sizes: sizes ? sizes(fillOf(cover, ratio)) : `${Math.ceil(width * enlarged)}px`,
    ...{ width: cover.width, height: cover.height, alt: "", loading, decoding: "async" },
  });
};

/** A podcast's picture of this width in CSS pixels; null for none. */
export const artworkImage = (image: Image | null, reading: Reading, width: number): Element | null =>
  image && boxedPicture(image, reading, { class: "artwork", width, ratio: 1 });

/** The object of a stored id, if the reader may see it. */
const visibleMedia = <Kind extends MediaKind>(
  kind: Kind,
  id: unknown,
  { media }: Reading,
): MediaOf<Kind> | undefined => (typeof id === "number" ? media(kind, id) : undefined);

/** An image by its stored id; null where the reader sees none. */
export const imageFigure = (id: unknown, reading: Reading, caption = ""): Element | null => {
  const image = visibleMedia("image", id, reading);
  const isFirst = image?.id === reading.firstPicture;
  return image
    ? h(
        "figure",
        { class: "image" },
        picture(image, altTextOf(image), reading, { isFirst }),
        caption !== "" && h("figcaption", null, caption),
      )
    : null;
};

/**
 * The images of a stored gallery, each a link to its file; null where the reader sees none. A single image is
 * a figure with its caption.
 */
export const gallery = (stored: unknown, reading: Reading): Element | null => {
  const shown = (galleryEntries(stored) ?? []).flatMap(({ image: id, caption }) => {
    const image = reading.media("image", id);
    return image ? [{ image, caption }] : [];
  });
  const [first, ...others] = shown;
  if (first && others.length === 0) return imageFigure(first.image.id, reading, first.caption);
  const items = shown.map(({ image, caption }) =>
    galleryItem(image, caption, sizesInGallery(shown.length, image, reading), reading),
  );
  return items.length > 0 ? h("ul", { class: "gallery", role: "list" }, items) : null;
};

const galleryItem = (image: Image, caption: string, sizes: string, reading: Reading): Element =>
  h(
    "li",
    { class: focusClass(image) },
    h(
      "figure",
      null,
      h("a", { href: reading.fileUrl(image.file) }, picture(image, altTextOf(image), reading, { sizes })),
      caption !== "" && h("figcaption", null, caption),
    ),
  );

/** An audio by its stored id; null where the reader may not hear it. */
export const audioFigure = (id: unknown, reading: Reading): Element | null => {
  const audio = visibleMedia("audio", id, reading);
  return audio ? audioPlayer(audio, reading) : null;
};

/** The player of a video by its stored id; null where the reader may not see it. */
export const videoFigure = (id: unknown, reading: Reading): Element | null => {
  const video = visibleMedia("video", id, reading);
  if (!video) return null;
  const { fileUrl } = reading;
  const { original, poster, title } = video;
  const posterAttributes = poster && { poster: fileUrl(poster), width: poster.width, height: poster.height };
  return h(
    "figure",
    { class: "video" },
    h(
      "video",
      {
        controls: true,
        preload: "none",
        playsinline: true,
        "aria-label": title,
        src: fileUrl(original),
        ...posterAttributes,
      },
      h("a", { href: fileUrl(original) }, title),
    ),
  );
};
