import { cutText } from "#cli/cut-text.ts";
import { isPicture } from "./elements.ts";
import type { HtmlPlace } from "./html-place.ts";
import { elementsIn, type HtmlElement, isElement, textOfNodes } from "./html-tree.ts";

/** Pictures that are loaded late have their address elsewhere. */
export const addressOfPicture = ({ attributes }: HtmlElement): string | undefined =>
  [attributes["data-orig-file"], attributes.src, attributes["data-src"], attributes["data-lazy-src"]]
    .map((address) => address?.trim())
    .find((address) => address && !address.startsWith("data:"));

/** What notes call a picture. */
export const pictureName = ({ attributes }: HtmlElement): string => attributes.src ?? attributes.alt ?? "img";

/**
 * The captions of pictures below an element: that in the outermost figure or gallery item with one picture
 * and a caption. Visits each element once.
 */
export const captionsIn = (around: HtmlElement): ReadonlyMap<HtmlElement, HtmlElement> => {
  const captions = new Map<HtmlElement, HtmlElement>();
  const visit = (
    element: HtmlElement,
  ): { readonly caption?: HtmlElement; readonly pictures: HtmlElement[] } => {
    let caption: HtmlElement | undefined;
    // More than two say no more than two.
    const pictures: HtmlElement[] = [];
    for (const child of element.children.filter(isElement)) {
      const below = visit(child);
      caption ??= isCaption(child) ? child : below.caption;
      for (const picture of [...(isPicture(child) ? [child] : []), ...below.pictures])
        if (pictures.length < 2) pictures.push(picture);
    }
    const [picture, second] = pictures;
    const isOfOne = picture && !second && element !== around && framing.has(element.name);
    if (isOfOne && caption) captions.set(picture, caption);
    return { ...(caption && { caption }), pictures };
  };
  visit(around);
  return captions;
};

const framing = new Set(["figure", "li", "dl", "div"]);

const isCaption = ({ name, attributes }: HtmlElement): boolean =>
  name === "figcaption" || /wp-caption-text/.test(attributes.class ?? "");

export const captionText = (element: HtmlElement | undefined): string =>
  element ? pictureText(textOfNodes(element.children)) : "";

export const maxCaptionLength = 250;

const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A description or caption, as far as one has room for it. */
export const pictureText = (text: string): string => cutText(onOneLine(text), maxCaptionLength);

/** Notes what a caption loses: it is plain text of limited length. */
export const noteCaption = (caption: HtmlElement, place: HtmlPlace): void => {
  const links = [...elementsIn(caption.children)].flatMap(({ attributes }) => attributes.href ?? []);
  for (const link of links) place.note("formatting", `a link to ${link} in a caption`);
  const text = onOneLine(textOfNodes(caption.children));
  const end = text.slice(pictureText(text).length);
  if (end !== "") place.note("formatting", `the end of a caption: ${end}`);
};
