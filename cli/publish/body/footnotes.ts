import type { Lexer, Token, TokenizerExtensionFunction, Tokens } from "marked";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import type { SectionName } from "#lib/blocks/sections.ts";
import { htmlPieces } from "#lib/richtext/markdown-html.ts";
import { noteAddress } from "#lib/richtext/note-marks.ts";
import type { HtmlPiece } from "#lib/richtext/removals.ts";
import { markupToken, textToken } from "./token-children.ts";

const definition = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*/;
const reference = /^\[\^([^\]\s]{1,100})\](?!:)/;

/** `[^1]: text`, with the lines after it up to a blank one, and those that are indented by four. */
export const footnoteBlock: TokenizerExtensionFunction = function (this, source) {
  const begin = definition.exec(source);
  const { lexer } = this;
  const state: Lexer["state"] & { isInNote?: boolean } = lexer.state;
  // Skips notes inside notes, which would be read again at each level.
  if (!begin || !state.top || state.isInNote) return undefined;
  const lines: string[] = [];
  let end = begin[0].length;
  let taken = end;
  let isAfterBlank = false;
  while (end < source.length) {
    const next = source.indexOf("\n", end) + 1 || source.length;
    const line = source.slice(end, next);
    const isBlank = line.trim() === "";
    const isFirst = lines.length === 0;
    if (!isFirst && !isBlank && (definition.test(line) || (isAfterBlank && !/^(?: {4}|\t)/.test(line))))
      break;
    isAfterBlank = isBlank && !isFirst;
    lines.push(isFirst ? line : line.replace(/^(?: {1,4}|\t)/, ""));
    end = next;
    if (!isBlank || isFirst) taken = end;
  }
  state.isInNote = true;
  const tokens = lexer.blockTokens(lines.join("").trimEnd(), []);
  state.isInNote = false;
  return { type: "footnote", raw: source.slice(0, taken), label: begin[1], tokens };
};

/** `[^1]`. */
export const footnoteMark: TokenizerExtensionFunction = (source) => {
  const [raw, label] = reference.exec(source) ?? [];
  return raw === undefined ? undefined : { type: "footnoteMark", raw, label };
};

export interface Note {
  readonly label: string;
  readonly tokens: readonly Token[];
  readonly line: number;
  number?: number;
  /** The section that refers to it first. */
  section?: SectionName;
}

interface MarkForm {
  readonly isLinked: boolean;
  readonly hasSuperscript: boolean;
}

/** The notes of a text, numbered in the order in which it refers to them. */
export class Footnotes {
  readonly #byLabel = new Map<string, Note>();
  readonly #numbered: Note[] = [];
  readonly #doubled: LineProblem[] = [];
  readonly #known: ReadonlyMap<string, number>;

  constructor(known: ReadonlyMap<string, number> = new Map()) {
    this.#known = known;
  }

  define({ label, tokens = [] }: Tokens.Generic, line: number): void {
    const first = this.#byLabel.get(label);
    if (!first) this.#byLabel.set(label, { label, tokens, line });
    else
      this.#doubled.push({
        line,
        message: `The footnote ${label} is not kept: line ${first.line} defines another one`,
      });
  }

  /**
   * Writes the number of a note at its mark, as a link where there is a block for notes. A mark without a
   * note stays as it is written.
   */
  number(mark: Token, section: SectionName, { isLinked, hasSuperscript }: MarkForm): void {
    const { label } = mark as Tokens.Generic;
    const note = this.#byLabel.get(label);
    if (note) {
      note.number ??= this.#numbered.push(note);
      note.section ??= section;
    }
    const number = note ? note.number : isLinked ? this.#known.get(label) : undefined;
    if (number === undefined) {
      Object.assign(mark, textToken(mark.raw));
      return;
    }
    const text = hasSuperscript ? `<sup>${number}</sup>` : isLinked ? String(number) : `[${number}]`;
    const html = isLinked ? `<a href="${noteAddress(label)}">${text}</a>` : text;
    Object.assign(mark, markupToken(html), { raw: mark.raw });
  }

  /** The notes in order. While they are listed, notes may still refer to others. */
  *numbered(): Generator<Note> {
    yield* this.#numbered;
  }

  get lost(): LineProblem[] {
    const unused = [...this.#byLabel.values()].filter(({ number }) => number === undefined);
    const message = (label: string) => `The footnote ${label} is not kept: nothing refers to it`;
    return [...unused.map(({ label, line }) => ({ line, message: message(label) })), ...this.#doubled];
  }
}

/** A list of notes, and as pieces of HTML with the lines of the author's own. */
export const noteList = (
  notes: readonly Note[],
  hasLists: boolean,
): { readonly tokens: readonly Token[]; readonly pieces: readonly HtmlPiece[] } => {
  const pieces = notes.flatMap(({ tokens, line }) => [...htmlPieces(tokens, line)]);
  const made = { raw: "", text: "" };
  if (hasLists) {
    const items = notes.map(
      ({ tokens }): Tokens.ListItem => ({
        ...{ ...made, type: "list_item", task: false, loose: false, tokens: [...tokens] },
      }),
    );
    const list: Tokens.List = { type: "list", raw: "", ordered: true, start: 1, loose: false, items };
    return { tokens: [list], pieces };
  }
  const numbered = notes.flatMap(({ tokens: [first, ...others], number }) => {
    const start = textToken(`${number}. `);
    return first?.type === "paragraph"
      ? [{ ...first, tokens: [start, ...(first.tokens ?? [])] } as Token, ...others]
      : [{ ...made, type: "paragraph", tokens: [start] }, ...(first ? [first] : []), ...others];
  });
  return { tokens: numbered, pieces };
};
