import type { Json } from "#lib/json.ts";
import { piecesOf, type TextBlock } from "#lib/richtext/source/pieces.ts";
import { mediaKindOf, withTitles } from "../media/named-media.ts";
import { blockLabel, categoryNames } from "./field-labels.ts";
import { mediaTitle } from "./media-titles.ts";

/** The text of the service's HTML. A document of its own runs and loads nothing. */
export const plainHtml = (html: string): string =>
  new DOMParser().parseFromString(html.replace(/<br\s*\/?>|<\/(?:li|p|h\d|pre)>/g, "\n$&"), "text/html").body
    .textContent ?? "";

/**
 * A field as people compare it: the words of a text, the titles of media and the names of categories, and
 * anything else as it is written. Titles that are not known yet follow, if a component calls it.
 */
export const plainField = (name: string, value: Json | undefined): string => {
  if (value === undefined || value === null) return "";
  if (name === "overview" || name === "detail")
    return piecesOf(value as unknown as readonly TextBlock[])
      .map((piece) =>
        "html" in piece
          ? plainHtml(piece.html)
          : `[${blockLabel(piece.block.type)}] ${plainBlock(piece.block)}`,
      )
      .join("\n");
  if (name === "categories") return plainValue(categoryNames(value) as Json);
  return plainValue(withMedia(name, value));
};

const plainBlock = ({ type, value }: TextBlock): string =>
  type === "code" ? plainValue(value) : plainValue(withMedia(type, value), plainHtml);

const withMedia = (name: string, value: Json): Json => {
  const kind = mediaKindOf(name);
  return kind ? (withTitles(value, (id) => mediaTitle(kind, id)) as Json) : value;
};

const html = /^<[a-z].*>$/s;

/** The values that are not empty; `textOf` gives the text of those that are HTML. */
const plainValue = (value: Json, textOf = (written: string) => written): string => {
  if (typeof value === "string") return html.test(value) ? textOf(value).trim() : value;
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.values(value)
    .map((each) => plainValue(each as Json, textOf))
    .filter((each) => each !== "")
    .join(", ");
};
