import type { Json } from "#lib/json.ts";

/** A block of a post, as the API has it. */
export interface TextBlock {
  readonly type: string;
  readonly value: Json;
}

/** The two sections of a post. */
export interface TextSections {
  readonly overview: readonly TextBlock[];
  readonly detail: readonly TextBlock[];
}

/**
 * A piece of a text that is changed, moved and merged as a whole: an element of rich text, such as a
 * paragraph, a heading or a list, or a block of another kind.
 */
export type TextPiece = { readonly html: string } | { readonly block: TextBlock };

/** The block of the API that has rich text: the HTML of any number of elements. */
const richTextType = "paragraph";

/** The pieces of blocks. A text that was written at once is one block; each of its elements is a piece. */
export const piecesOf = (blocks: readonly TextBlock[]): readonly TextPiece[] =>
  blocks.flatMap((block): readonly TextPiece[] =>
    block.type === richTextType && typeof block.value === "string"
      ? elementsOf(block.value).map((html) => ({ html }))
      : [{ block }],
  );

/** The blocks of pieces: neighbours of rich text are one block. */
export const blocksOf = (pieces: readonly TextPiece[]): readonly TextBlock[] => {
  const blocks: TextBlock[] = [];
  let text = "";
  const end = () => {
    if (text !== "") blocks.push({ type: richTextType, value: text });
    text = "";
  };
  for (const piece of pieces) {
    if ("html" in piece) {
      text += piece.html;
      continue;
    }
    end();
    blocks.push(piece.block);
  }
  end();
  return blocks;
};

/** Elements that have no end tag. */
const lone = new Set(["br", "hr", "img", "embed", "wbr", "input"]);

/**
 * The outermost elements of HTML that the service has cleaned, so that each tag is closed. Text between them
 * is a piece of its own.
 */
const elementsOf = (html: string): readonly string[] => {
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  const cutAt = (end: number) => {
    const element = html.slice(start, end);
    if (element.trim() !== "") elements.push(element);
    start = end;
  };
  for (const tag of html.matchAll(/<(\/?)([a-zA-Z][\w-]*)(?:[^>"']|"[^"]*"|'[^']*')*>/g)) {
    const [text, slash, name = ""] = tag;
    const end = tag.index + text.length;
    const isLone = lone.has(name.toLowerCase());
    if (slash === "") {
      if (depth === 0 && !isInline(name)) cutAt(tag.index);
      if (!isLone) depth++;
      else if (depth === 0 && !isInline(name)) cutAt(end);
    } else if (!isLone) {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && !isInline(name)) cutAt(end);
    }
  }
  cutAt(html.length);
  return elements;
};

/** Elements within a line, which are one piece with the text around them. */
const inline = new Set("a abbr b br code del em i img kbd mark q s small span strong sub sup u".split(" "));

const isInline = (name: string): boolean => inline.has(name.toLowerCase());
