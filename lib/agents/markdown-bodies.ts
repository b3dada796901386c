import { plainText } from "#lib/richtext/plain-text.ts";
import type { TextPiece, TextSections } from "#lib/richtext/source/pieces.ts";
import { type LeftOfSource, readMarkdownSource } from "#lib/richtext/source/read-source.ts";
import { type MarkdownSource, markdownSourceOf } from "#lib/richtext/source/write-source.ts";
import type { TextForm } from "./post-texts.ts";

/**
 * The text of a post as one Markdown, in the tools that read and write posts. What Markdown cannot hold is a
 * line in it with a number, and stands for the block of the revision from which the Markdown was read
 * (contract#agent-markdown). The API knows nothing of this: it reads and writes blocks.
 */

/** An object of the API that may be a post, with its text in blocks. */
export type ShownObject = Readonly<Record<string, unknown>>;

export interface TextProblem {
  readonly code: string;
  readonly message: string;
}

const isSections = (object: ShownObject): object is ShownObject & TextSections =>
  Array.isArray(object.overview) && Array.isArray(object.detail);

const sourceIn = (object: ShownObject, features: readonly string[]): MarkdownSource | undefined =>
  isSections(object)
    ? markdownSourceOf({ overview: object.overview, detail: object.detail }, { features, nameOf: pieceName })
    : undefined;

/** The object with its text as Markdown, with or without the blocks. Anything but a post stays as it is. */
export const withMarkdown = (
  object: ShownObject,
  form: TextForm,
  features: readonly string[],
): ShownObject => {
  const source = form === "blocks" ? undefined : sourceIn(object, features);
  if (!source) return object;
  const { overview, detail, ...others } = object;
  return {
    ...others,
    ...(form === "both" && { overview, detail }),
    markdown: source.markdown,
    markdown_blocks: source.held.map(({ piece }, index) => ({
      number: index + 1,
      name: pieceName(piece),
      ...("html" in piece ? { type: "paragraph", value: piece.html } : piece.block),
    })),
  };
};

/** The text that Markdown says, with what was not kept, or why it is refused. */
export type MarkdownReading =
  | { readonly sections: TextSections; readonly warnings: readonly TextProblem[] }
  | { readonly problems: readonly TextProblem[] };

/** Reads Markdown whose numbered lines stand for blocks of `base`; without a base, for none. */
export const readMarkdownBody = (
  markdown: string,
  base: ShownObject | undefined,
  features: readonly string[],
): MarkdownReading => {
  const held = (base && sourceIn(base, features)?.held) ?? [];
  const read = readMarkdownSource(markdown, held, features);
  if (read.refused !== undefined) return { problems: [{ code: "invalid", message: read.refused }] };
  const isNamed = (number: number) => new RegExp(`\\[\\[${number}: `).test(markdown);
  const removed = read.removed.map((index) => index + 1);
  const problems = [
    ...read.unknown.map((number) => ({
      code: "not_found",
      message: base
        ? `Revision ${base.latest_revision_id} has no block ${number}: read it again, or remove the line.`
        : `[[${number}: …]] stands for nothing, as there is no revision yet.`,
    })),
    ...read.repeated.map((number) => ({
      code: "duplicate",
      message: `Block ${number} has more than one line; keep one.`,
    })),
    ...removed.filter(isNamed).map((number) => ({
      code: "invalid",
      message: `[[${number}: …]] has to be a line of its own, outside of lists, quotes and code.`,
    })),
  ];
  if (problems.length > 0) return { problems };
  return { sections: read.texts, warnings: warningsOf(read, held, removed) };
};

const warningsOf = (
  read: ReturnType<typeof readMarkdownSource>,
  held: MarkdownSource["held"],
  removed: readonly number[],
): readonly TextProblem[] => {
  const leftOut = [...[...read.leftOut].map((each) => leftWords[each]), ...read.leftMarks];
  const names = removed.map((number) => `${number}: ${pieceName(held[number - 1]?.piece)}`);
  return [
    ...(names.length > 0
      ? [
          {
            code: "blocks_removed",
            message: `These have no line any more, and are removed: ${names.join("; ")}.`,
          },
        ]
      : []),
    ...(leftOut.length > 0
      ? [{ code: "formatting_left_out", message: `The site does not keep this: ${leftOut.join(", ")}.` }]
      : []),
    ...(read.hasPictures
      ? [{ code: "pictures_are_text", message: "Pictures in Markdown are text. Send an image as a block." }]
      : []),
  ];
};

const leftWords: Readonly<Record<LeftOfSource, string>> = {
  leftLinks: "links to addresses that are not allowed",
  leftTitles: "titles of links",
  leftInfo: "what stands behind the language of code",
  leftHeadings: "headings of levels that the site does not have",
  leftLists: "lists",
  leftQuotes: "quotes",
  leftRules: "dividing lines",
};

/** As many characters name a piece of text. */
const nameLength = 40;

/** The name of a piece in its line: how a text begins, or the type of a block with the id of a medium. */
const pieceName = (piece: TextPiece | undefined): string => {
  if (piece === undefined) return "";
  if ("html" in piece) {
    const words = plainText(piece.html).replace(/\s+/g, " ").trim();
    return words.length > nameLength ? `${words.slice(0, nameLength).toWellFormed()} …` : words || "Text";
  }
  const { type, value } = piece.block;
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}`.replaceAll("_", " ");
  const id = (value as { readonly id?: unknown } | null)?.id;
  return typeof id === "number" ? `${name} ${id}` : name;
};
