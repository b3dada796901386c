import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { TextPiece } from "#lib/richtext/source/pieces.ts";
import { type ReadSource, readMarkdownSource } from "#lib/richtext/source/read-source.ts";
import { type MarkdownSource, markdownSourceOf } from "#lib/richtext/source/write-source.ts";
import { schema } from "../../shell/schema.ts";
import { texts } from "../../texts/index.ts";
import { plainHtml } from "../plain-text.ts";
import type { Texts } from "../text/texts.ts";
import { type WordCount, wordCountOf } from "../text/word-count.ts";
import { leftOutWords } from "../text/words.ts";
import { sourceTexts } from "./texts.ts";

/** The text as Markdown. What is typed is the text of the page at once; what changes elsewhere is written here. */
export const SourceView = ({
  texts: shown,
  language,
  change,
  counted,
}: {
  readonly texts: Texts;
  readonly language: string | undefined;
  readonly change: (texts: Texts) => void;
  readonly counted: (count: WordCount) => void;
}) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const source = useSignal<MarkdownSource>({ markdown: "", held: [] });
  /** The text that the Markdown says. */
  const said = useRef<Texts | null>(null);
  const read = useSignal<ReadSource | null>(null);

  const take = (markdown: string) => {
    const outcome = readMarkdownSource(markdown, source.value.held, featuresOfSite());
    said.current = outcome.texts;
    read.value = outcome;
    change(outcome.texts);
    counted(wordCountOf(outcome.texts, language));
  };
  const { overview, detail } = shown;
  useLayoutEffect(() => {
    if (said.current?.overview === overview && said.current.detail === detail) return;
    source.value = markdownSourceOf(shown, { features: featuresOfSite(), nameOf });
    said.current = shown;
    read.value = null;
    if (area.current) rewrite(area.current, source.value.markdown);
  }, [overview, detail]);
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(0, 0);
  }, []);
  const notes = notesOf(source.value, read.value);
  return (
    <div class="source">
      <textarea
        ref={area}
        lang={language}
        dir="auto"
        spellcheck
        aria-label={sourceTexts.label}
        onInput={(event) => take(event.currentTarget.value)}
      />
      <div class="notes" role="status">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </div>
  );
};

const featuresOfSite = (): readonly string[] => schema.value?.rich_text_features ?? [];

/** Writes other Markdown; the selection stays between the words between which it was. */
const rewrite = (area: HTMLTextAreaElement, markdown: string): void => {
  const { value, selectionStart, selectionEnd } = area;
  let before = 0;
  while (before < value.length && value[before] === markdown[before]) before++;
  const moved = (at: number) => (at <= before ? at : Math.max(before, at + markdown.length - value.length));
  area.value = markdown;
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd));
};

/** As many letters name a piece of text. */
const nameLength = 40;

const nameOf = (piece: TextPiece): string => {
  if ("html" in piece) {
    const words = plainHtml(piece.html).trim().replace(/\s+/g, " ");
    return words.length > nameLength
      ? `${words.slice(0, nameLength).toWellFormed()} …`
      : words || texts.text.paragraph;
  }
  const { type } = piece.block;
  const blocks = (schema.value?.blocks ?? []) as readonly { readonly type: string; readonly label: string }[];
  return texts.text[type as "image"] ?? blocks.find((block) => block.type === type)?.label ?? texts.text.kept;
};

const notesOf = ({ held }: MarkdownSource, read: ReadSource | null): readonly string[] => {
  const names = (pieces: MarkdownSource["held"]) => pieces.map(({ piece }) => nameOf(piece)).join(", ");
  const leftOut = read ? leftOutWords(read, texts.text) : [];
  const removed = held.filter((_, index) => read?.removed.includes(index));
  return [
    ...(held.length > 0 ? [sourceTexts.held(names(held))] : []),
    ...(removed.length > 0 ? [sourceTexts.removed(names(removed))] : []),
    ...(read && read.unknown.length > 0 ? [sourceTexts.unknown(read.unknown.join(", "))] : []),
    ...(leftOut.length > 0 ? [sourceTexts.leftOut(leftOut.join(", "))] : []),
    ...(read?.refused ? [sourceTexts.refused(read.refused)] : []),
  ];
};
