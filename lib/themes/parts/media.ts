import { galleryEntries } from "#lib/blocks/stored-media.ts";
import type { Image, MediaKind, MediaOf } from "#lib/media/media.ts";
import { type Element, h } from "#lib/themes/element.ts";
import type { Reading } from "#lib/themes/theme.ts";
import { audioPlayer } from "./audio-player.ts";

/** The greatest width of pictures, from which browsers choose a rendition (`sizes`). */
const widths = { alone: "100vw, 1060px", inGallery: "50vw, 520px" };

const altTextOf = ({ description, title }: Image): string => description || title;

/** An image in the rendition that fits. Its width and height keep the page from moving while it loads. */
export const picture = (
  { cover, display }: Image,
  alt: string,
  { fileUrl }: Reading,
  { within = widths.alone, loading = "lazy" }: { within?: string; loading?: "lazy" | "eager" } = {},
): Element =>
  h("img", {
    src: fileUrl(display),
    srcset: `${fileUrl(cover)} ${cover.width}w, ${fileUrl(display)} ${display.width}w`,
    // The cap keeps browsers from enlarging small images.
    sizes: `min(${display.width}px, ${within})`,
    width: display.width,
    height: display.height,
    alt,
    loading,
    decoding: "async",
  });

/** The object of a stored id, if the reader may see it. */
const visibleMedia = <Kind extends MediaKind>(
  kind: Kind,
  id: unknown,
  { media }: Reading,
): MediaOf<Kind> | undefined => (typeof id === "number" ? media(kind, id) : undefined);

/** An image by its stored id; null where the reader sees none. */
export const imageFigure = (id: unknown, reading: Reading): Element | null => {
  const image = visibleMedia("image", id, reading);
  return image ? h("figure", { class: "image" }, picture(image, altTextOf(image), reading)) : null;
};

/** The images of a stored gallery, each a link to its file; null where the reader sees none. */
export const gallery = (stored: unknown, reading: Reading): Element | null => {
  const items = (galleryEntries(stored) ?? []).flatMap(({ image: id, caption }) => {
    const image = reading.media("image", id);
    return image ? galleryItem(image, caption, reading) : [];
  });
  return items.length > 0 ? h("ul", { class: "gallery", role: "list" }, items) : null;
};

const galleryItem = (image: Image, caption: string, reading: Reading): Element =>
  h(
    "li",
    null,
    h(
      "figure",
      null,
      h(
        "a",
        { href: reading.fileUrl(image.file) },
        picture(image, altTextOf(image), reading, { within: widths.inGallery }),
      ),
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
