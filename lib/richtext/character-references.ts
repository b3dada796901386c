import { decodeHTMLStrict } from "entities";

const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]*);/gi;
const ampersandOfNone = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]*);)/gi;

/** `text` as HTML: CommonMark's character references stay references, every other `& < >` becomes one. */
export function escapeExceptReferences(text: string): string {
  return text.replace(ampersandOfNone, "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** `text` with CommonMark's character references, such as `&ouml;` or `&#38;`, resolved. */
export function resolveReferences(text: string): string {
  return text.replace(reference, (found) => decodeHTMLStrict(found));
}
