import { type Block, piecesOf } from "../words/flow.ts";
import type { Json } from "../words/json.ts";

/** The text of the service's HTML. A document of its own runs and loads nothing. */
export const plainHtml = (html: string): string =>
  new DOMParser().parseFromString(html.replace(/<br\s*\/?>|<\/(?:li|p|h\d|pre)>/g, "\n$&"), "text/html").body
    .textContent ?? "";

/** A field as people compare it: the words of a text, anything else as it is written. */
export const plainField = (name: string, value: Json | undefined): string => {
  if (value === undefined || value === null) return "";
  if (name === "overview" || name === "detail")
    return piecesOf(value as unknown as readonly Block[])
      .map((piece) =>
        "html" in piece ? plainHtml(piece.html) : `[${piece.block.type}] ${plainBlock(piece.block.value)}`,
      )
      .join("\n");
  return plainBlock(value);
};

const plainBlock = (value: Json): string => {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.values(value)
    .map((each) => plainBlock(each as Json))
    .filter((each) => each !== "")
    .join(", ");
};
