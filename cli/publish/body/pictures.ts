import type { Token, Tokens } from "marked";
import { percentDecoded } from "#cli/percent-decoded.ts";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import type { MediaId } from "#cli/publish/media/file-beside.ts";
import { certain } from "#lib/certain.ts";
import { resolveReferences } from "#lib/richtext/character-references.ts";
import { lineBreaksIn } from "#lib/richtext/markdown-html.ts";
import type { BodyPart, MediaInText } from "./body-part.ts";
import { movedMessage } from "./html-in-text.ts";
import { isFileBeside, notBeside } from "./media-file.ts";
import { childrenOf } from "./token-children.ts";

export type Picture = MediaInText & { readonly caption: string };

/** The pictures of a paragraph that holds nothing else; undefined for any other token. */
export const picturesOf = (token: Token, line: number): readonly Picture[] | undefined => {
  if (token.type !== "paragraph") return undefined;
  const pictures: Picture[] = [];
  let at = line;
  for (const inner of token.tokens ?? []) {
    if (isImage(inner)) pictures.push(pictureOf(inner, at));
    else if (!isNothing(inner)) return undefined;
    at += lineBreaksIn(inner.raw);
  }
  return pictures.length > 0 ? pictures : undefined;
};

const isNothing = ({ type, raw }: Token): boolean => type === "br" || type === "comment" || raw.trim() === "";

export const isImage = (token: Token): token is Tokens.Image => token.type === "image";

export const pictureOf = ({ href, text, title }: Tokens.Image, line: number): Picture => ({
  file: percentDecoded(resolveReferences(href)),
  kind: "image",
  alt: unescaped(text),
  caption: resolveReferences(title ?? ""),
  line,
});

/** The lexer unescapes addresses and titles, and of descriptions brackets only. */
const unescaped = (text: string): string =>
  text.replace(/\\([!-/:-@[-`{-~])|[^\\]+/g, (part, sign) => sign ?? resolveReferences(part));

/** One picture is an image block, or with a caption a gallery of one; several are a gallery. */
export const pictureBlock = (pictures: readonly Picture[]): BodyPart => {
  const { line, caption } = certain(pictures[0]);
  const galleryOf = (ids: readonly MediaId[]) =>
    pictures.map(({ caption }, index) => ({ id: ids[index], ...(caption !== "" && { caption }) }));
  return {
    line,
    media: pictures,
    block: (ids) =>
      pictures.length === 1 && caption === ""
        ? { type: "image", value: { id: ids[0] } }
        : { type: "gallery", value: galleryOf(ids) },
    lineOf: ([, index]) => pictures[Number(index)]?.line ?? line,
  };
};

/** Problems with pictures that are no files. */
export const pictureProblems = (pictures: readonly Picture[]): LineProblem[] =>
  pictures.flatMap(({ file, line }) => (isFileBeside(file) ? [] : [{ line, message: notBeside(file) }]));

/** All pictures in a token. */
export const picturesIn = (token: Token, line: number): Picture[] =>
  isImage(token)
    ? [pictureOf(token, line)]
    : childrenOf(token, line).flatMap(([inner, at]) => picturesIn(inner, at));

/** Says that a picture in prose stands before or after its paragraph. */
export const movedPicture = ({ file, line }: Picture): LineProblem => ({ line, message: movedMessage(file) });

/** The target of a link around a picture, which is lost. A link to the picture itself says nothing more. */
export const lostLinks = ({ href, tokens }: Tokens.Link, line: number): LineProblem[] => {
  const [picture] = tokens.filter(isImage);
  const holdsOthers = tokens.some((token) => !isImage(token) && !isNothing(token));
  return !picture || holdsOthers || picture.href === href
    ? []
    : [{ line, message: `The target of a link is not kept: ${href}` }];
};
