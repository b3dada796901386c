import { embedAt, plainMarkdown, type TemplateNote } from "#importers/lectern.ts";
import type { NoteKind, NotePlace } from "#importers/notes.ts";

export interface TemplateSource {
  /** The place of the first line of the text. */
  readonly place: NotePlace;
  /** Where the post or file was that a template names. */
  readonly pathOf: (name: string) => string;
}

/** Markdown in which templates are Markdown as far as they have a meaning; others are noted. */
export const withoutTemplates = (markdown: string, { place, pathOf }: TemplateSource): string => {
  const { text, notes } = plainMarkdown(markdown, {
    isEmbed: (address) => embedAt(address) !== undefined,
    addressOf: pathOf,
    keepsAttributes: true,
  });
  for (const { kind, line, text: said } of notes)
    place.below(line).note(noteKinds[kind], kind === "comment" ? `comment: ${said}` : said);
  return text;
};

const noteKinds: Readonly<Record<TemplateNote["kind"], NoteKind>> = {
  ...{
    attributes: "shortcode",
    comment: "element",
    link: "embed",
    shortcode: "shortcode",
    template: "shortcode",
  },
};
