import type { ExternalEmbedValue } from "#lib/blocks/ready/external-embed-block.ts";
import { type Element, h } from "#lib/themes/element.ts";
import { imageFigure } from "#lib/themes/parts/media.ts";
import { webLink } from "#lib/themes/parts/text.ts";
import type { Reading } from "#lib/themes/theme.ts";

/**
 * Content of another site: a link, over the site's own picture where it has one. On pages of a site that
 * takes embeds of its host, a script makes a button of it, which loads the frame. Nothing is loaded before.
 */
export const embedElement = (
  { url, title, image }: ExternalEmbedValue,
  reading: Reading,
  stored: unknown,
): Element | null => {
  const link = webLink(url, title === "" ? undefined : title);
  if (!link) return null;
  const picture = image === null ? null : imageFigure(image, reading);
  const frame = reading.embeds?.frameOf(stored);
  if (!frame) return h("div", { class: "embed" }, picture, h("p", null, link));
  const { address, isPost, host } = frame;
  return h(
    "figure",
    { class: isPost ? "embed post" : "embed" },
    h(
      "div",
      {
        class: "panel",
        "data-frame": address,
        "data-title": title || `Content of ${host}`,
        "data-host": host,
      },
      picture,
      h("p", null, link),
    ),
    h("figcaption", null, h("a", { href: url }, `Open on ${host}`)),
  );
};
