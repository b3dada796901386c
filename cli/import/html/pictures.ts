import type { NotePlace } from "#cli/import/notes.ts";
import { cutText } from "#cli/import/reading/cut-text.ts";
import { isPicture } from "./elements.ts";
import { elementsIn, type HtmlElement, textOfNodes } from "./html-tree.ts";

/** Pictures that are loaded late have their address elsewhere. */
export const addressOfPicture = ({ attributes }: HtmlElement): string | undefined =>
  [attributes["data-orig-file"], attributes.src, attributes["data-src"], attributes["data-lazy-src"]]
    .map((address) => address?.trim())
    .find((address) => address && !address.startsWith("data:"));

/** What notes call a picture. */
export const pictureName = ({ attributes }: HtmlElement): string => attributes.src ?? attributes.alt ?? "img";

/** The caption in the innermost figure or gallery item around a picture, but not that of all of them. */
export const captionOf = (picture: HtmlElement, around: HtmlElement): HtmlElement | undefined => {
  for (const element of elementsIn(around.children)) {
    if (!["figure", "li", "dl", "div"].includes(element.name)) continue;
    const inner = [...elementsIn(element.children)];
    const caption = inner.find(
      ({ name, attributes }) => name === "figcaption" || /wp-caption-text/.test(attributes.class ?? ""),
    );
    if (caption && inner.includes(picture) && inner.filter(isPicture).length === 1) return caption;
  }
  return undefined;
};

export const captionText = (element: HtmlElement | undefined): string =>
  element ? pictureText(textOfNodes(element.children)) : "";

const maxCaptionLength = 250;

const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A description or caption, as far as one has room for it. */
export const pictureText = (text: string): string => cutText(onOneLine(text), maxCaptionLength);

/** Notes what a caption loses: it is plain text of limited length. */
export const noteCaption = (caption: HtmlElement, place: NotePlace): void => {
  const links = [...elementsIn(caption.children)].flatMap(({ attributes }) => attributes.href ?? []);
  for (const link of links) place.note("formatting", `a link to ${link} in a caption`);
  const text = onOneLine(textOfNodes(caption.children));
  const end = text.slice(pictureText(text).length);
  if (end !== "") place.note("formatting", `the end of a caption: ${end}`);
};
