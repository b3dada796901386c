import { isObject } from "#lib/blocks/is-object.ts";
import { embeddable, isFrameOf, isPostFrame } from "#lib/blocks/ready/embed-frames.ts";
import { type ExternalEmbedValue, externalEmbedName } from "#lib/blocks/ready/external-embed-block.ts";
import { type Section, shownSections } from "#lib/blocks/sections.ts";
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
  const frame = reading.embedHosts && shownFrame(stored, reading.embedHosts);
  const host = embeddable(url)?.host ?? "";
  if (!frame) return h("div", { class: "embed" }, picture, h("p", null, link));
  return h(
    "figure",
    { class: isPostFrame(frame) ? "embed post" : "embed" },
    h(
      "div",
      { class: "panel", "data-frame": frame, "data-title": title || `Content of ${host}`, "data-host": host },
      picture,
      h("p", null, link),
    ),
    h("figcaption", null, h("a", { href: url }, `Open on ${host}`)),
  );
};

/** The address of a stored embed's frame; undefined without one, and for one of no host of these. */
const shownFrame = (stored: unknown, hosts: readonly string[]): string | undefined => {
  if (!isObject(stored) || typeof stored.url !== "string") return undefined;
  const taken = embeddable(stored.url, hosts);
  const frame = taken?.frame ?? stored.frame;
  return taken && typeof frame === "string" && isFrameOf(frame, hosts) ? frame : undefined;
};

/** The origins of the frames that readers of a body may load, on a site that takes embeds of these hosts. */
export const frameOrigins = (
  body: readonly Section[],
  hosts: readonly string[] | undefined,
): readonly string[] => {
  if (!hosts) return [];
  const origins = shownSections(body).flatMap(({ value: blocks }) =>
    blocks.flatMap(({ type, value }) => {
      const frame = type === externalEmbedName ? shownFrame(value, hosts) : undefined;
      return frame === undefined ? [] : new URL(frame).origin;
    }),
  );
  return [...new Set(origins)].sort();
};
