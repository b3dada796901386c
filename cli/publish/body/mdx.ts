import type { LineProblem } from "#cli/publish/front-matter.ts";
import { lineBreaksIn } from "#lib/richtext/markdown-html.ts";
import { type JsxAttribute, type JsxTag, jsxTagAt, literalIn } from "./jsx-tag.ts";
import { beginsStatement, bracketEnd, statementEnd } from "./script-ends.ts";
import { meaningOf } from "./template-words.ts";
import { messageOfTemplate, plainMarkdown, standsAlone, type TemplateRules } from "./templates.ts";

/** Markdown without what other tools read in it, and what was left out of it or changed. */
interface PlainSource {
  readonly text: string;
  readonly notes: readonly LineProblem[];
}

interface SourceRules extends Pick<TemplateRules, "isEmbed"> {
  readonly isMdx?: boolean | undefined;
  readonly firstLine?: number;
}

/** What a file holds as CommonMark, without what other tools read in it; `firstLine` is that of the text. */
export const plainSource = (source: string, { isMdx, isEmbed, firstLine = 1 }: SourceRules): PlainSource => {
  const mdx = isMdx ? plainMdx(source, firstLine, isEmbed) : { text: source, notes: [] };
  const { text, notes } = plainMarkdown(mdx.text, { isEmbed });
  return { text, notes: [...mdx.notes, ...notes.flatMap(messageOfTemplate)] };
};

/**
 * MDX as Markdown: without `import` and `export`, expressions, and tags of components, whose texts stay.
 * Pictures and players of components become what they show. Every line stays where it is.
 */
export const plainMdx = (mdx: string, firstLine = 1, isEmbed?: TemplateRules["isEmbed"]): PlainSource => {
  const reading = new MdxReading(mdx, isEmbed);
  const text = reading.all();
  return { text: withoutIndents(text), notes: reading.notes(firstLine) };
};

/** What is left out, and the sentence that tells it of all of a file. */
const sentences = {
  statement: (places: string) => `The imports and exports of MDX are not kept, on lines ${places}.`,
  component: (places: string) => `Components of MDX are not kept, but the text in them: ${places}`,
  expression: (places: string) => `Expressions of MDX are not kept: ${places}`,
} as const;

type Kind = keyof typeof sentences;

class MdxReading {
  readonly #text: string;
  readonly #isEmbed: TemplateRules["isEmbed"];
  readonly #left: { readonly kind: Kind; readonly at: number; readonly written: string }[] = [];
  readonly #links: { readonly at: number; readonly message: string }[] = [];
  /** Files that the text imports, by their names in it. */
  readonly #files = new Map<string, string>();
  /** How many brackets and tags nothing closes: each was looked for in all of the rest. */
  #unclosed = 0;
  #at = 0;
  #written = "";

  constructor(text: string, isEmbed: TemplateRules["isEmbed"]) {
    this.#text = text;
    this.#isEmbed = isEmbed;
  }

  all(): string {
    let fence: string | undefined;
    while (this.#at < this.#text.length) {
      const isLineStart = this.#at === 0 || this.#text[this.#at - 1] === "\n";
      if (isLineStart) {
        const line = this.#line();
        const mark = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
        const isClosing = fence !== undefined && mark?.startsWith(fence) && /^[ \t>]*[`~]+\s*$/.test(line);
        if (fence !== undefined || mark !== undefined) {
          fence = isClosing ? undefined : (fence ?? mark);
          this.#take(line.length + 1);
          continue;
        }
        if (this.#takeStatement()) continue;
      }
      this.#takeNext();
    }
    return this.#written;
  }

  /** One warning for each kind, at the first line, with the others in it. */
  notes(firstLine: number): readonly LineProblem[] {
    const lineOf = (at: number): number => lineBreaksIn(this.#text.slice(0, at)) + 1;
    const told = (Object.keys(sentences) as Kind[]).flatMap((kind): LineProblem[] => {
      const places = this.#left.filter((each) => each.kind === kind);
      const [first] = places;
      if (!first) return [];
      const shown = places.slice(0, maxShown).map(({ at, written }) => {
        const line = lineOf(at) + firstLine - 1;
        return written === "" ? String(line) : `${written} (line ${line})`;
      });
      const others = places.length > maxShown ? ` and ${places.length - maxShown} more` : "";
      return [{ line: lineOf(first.at), message: sentences[kind](shown.join(", ") + others) }];
    });
    const links = this.#links.map(({ at, message }) => ({ line: lineOf(at), message }));
    return [...told, ...links].sort((one, other) => one.line - other.line);
  }

  #line(): string {
    const end = this.#text.indexOf("\n", this.#at);
    return this.#text.slice(this.#at, end < 0 ? this.#text.length : end);
  }

  /** True below a blank line, at the beginning, and below another statement. */
  #isBlockStart(): boolean {
    return this.#at === 0 || /\n[ \t]*\n$/.test(this.#written.slice(-200)) || this.#written.trim() === "";
  }

  #take(length: number): void {
    this.#written += this.#text.slice(this.#at, this.#at + length);
    this.#at += length;
  }

  /** Writes a text in place of what stands until `end`, with as many line breaks. */
  #replace(end: number, text: string): void {
    const breaks = lineBreaksIn(this.#text.slice(this.#at, end)) - lineBreaksIn(text);
    this.#written += text + "\n".repeat(Math.max(0, breaks));
    this.#at = end;
  }

  #leaveOut(kind: Kind, written: string): void {
    this.#left.push({ kind, at: this.#at, written: shortened(written) });
  }

  /** Takes a statement of a module; false for anything else. */
  #takeStatement(): boolean {
    const mayBegin = this.#isBlockStart() && this.#unclosed <= maxUnclosed;
    if (!mayBegin || !beginsStatement(this.#text.slice(this.#at, this.#at + 300))) return false;
    const end = statementEnd(this.#text, this.#at);
    if (end === undefined) {
      this.#unclosed++;
      return false;
    }
    const statement = this.#text.slice(this.#at, end);
    const [, name, file] = /^import\s+([\w$]+)\s+from\s+["']([^"']+)["']/.exec(statement) ?? [];
    if (name !== undefined && file !== undefined) this.#files.set(name, file);
    this.#leaveOut("statement", "");
    this.#replace(end, "");
    return true;
  }

  #takeNext(): void {
    const rest = this.#text.slice(this.#at, this.#at + 2);
    const each = rest[0] ?? "";
    if (each === "\\") this.#take(2);
    else if (each === "`") this.#take(codeLength(this.#text, this.#at));
    else if (each === "{") this.#takeExpression();
    else if (each === "<") this.#takeTag();
    else {
      const plain = /^[^\\`{<\n]*\n?/.exec(this.#text.slice(this.#at, this.#at + 2_000))?.[0].length;
      this.#take(plain || 1);
    }
  }

  #takeExpression(): void {
    const end = this.#unclosed > maxUnclosed ? undefined : bracketEnd(this.#text, this.#at);
    if (end === undefined) {
      this.#unclosed++;
      this.#take(1);
      return;
    }
    const expression = this.#text.slice(this.#at + 1, end - 1).trim();
    const literal = literalIn(expression);
    const isComment = /^(?:\/\*[\s\S]*\*\/|)$/.test(expression);
    if (literal === undefined && !isComment) this.#leaveOut("expression", `{${expression}}`);
    this.#replace(end, literal === undefined ? "" : literal.replace(/[\\`*_{}[\]<>]/g, "\\$&"));
  }

  #takeTag(): void {
    const comment = this.#text.startsWith("<!--", this.#at) ? this.#text.indexOf("-->", this.#at) : -1;
    const mayBeTag = comment < 0 && this.#unclosed <= maxUnclosed;
    const tag = mayBeTag ? jsxTagAt(this.#text, this.#at) : undefined;
    if (mayBeTag && !tag && /^<[A-Za-z]/.test(this.#text.slice(this.#at, this.#at + 2))) this.#unclosed++;
    if (!tag) this.#take(comment < 0 ? 1 : comment + 3 - this.#at);
    else if (/^[a-z][\w-]*$/.test(tag.name)) this.#replace(tag.end, this.#htmlOf(tag));
    else this.#replace(tag.end, this.#meaningOf(tag));
  }

  /** The tag in HTML. In MDX, what stands in it is Markdown. */
  #htmlOf(tag: JsxTag): string {
    if (tag.isEnd) return `</${tag.name}>`;
    const attributes = tag.attributes.flatMap((attribute) => {
      const name = attribute.name === "className" ? "class" : attribute.name;
      if (attribute.expression === undefined)
        return [
          attribute.text === undefined ? name : `${name}="${attribute.text.replaceAll('"', "&quot;")}"`,
        ];
      const value = this.#valueOf(attribute);
      if (value !== undefined) return [`${name}="${value.replaceAll('"', "&quot;")}"`];
      if (!meaningless.test(name))
        this.#leaveOut("expression", `${name === "" ? "" : `${name}=`}{${attribute.expression}}`);
      return [];
    });
    const holdsMarkdown = holders.has(tag.name) && !tag.isWhole ? [` markdown="1"`] : [];
    return `<${[tag.name, ...attributes].join(" ")}${holdsMarkdown.join("")}${tag.isWhole ? " /" : ""}>`;
  }

  /** What a component shows, as far as its name tells it. */
  #meaningOf({ name, isEnd, attributes, isWhole, end }: JsxTag): string {
    const last = name.replace(/^.*\./, "").toLowerCase();
    if (last === "link" || last === "a") {
      const href = attributes.find((each) => each.name === "href" || each.name === "to");
      const address = href && this.#valueOf(href);
      if (isEnd) return "</a>";
      if (address !== undefined && !isWhole) return `<a href="${address.replaceAll('"', "&quot;")}">`;
    }
    if (isEnd || name === "") return "";
    const named = Object.fromEntries(
      attributes.flatMap((attribute) => {
        const value = this.#valueOf(attribute);
        return value === undefined ? [] : [[attribute.name.toLowerCase(), value]];
      }),
    );
    const shown = shows.has(last) ? meaningOf({ name: last, plain: [], named }, false) : undefined;
    const isEmbed = shown?.link !== undefined && this.#isEmbed?.(shown.link) === true;
    if (isEmbed && standsAlone(this.#text, this.#at, end - this.#at)) return shown.embed ?? shown.text;
    if (!shown) this.#leaveOut("component", `<${name}>`);
    else if (shown.link !== undefined)
      this.#links.push({ at: this.#at, message: `The component ${name} is a link now: ${shown.link}` });
    return shown?.text ?? "";
  }

  /** The text of an attribute, or the file that it imports; undefined for other expressions. */
  #valueOf({ text, expression }: JsxAttribute): string | undefined {
    if (expression === undefined) return text;
    const file = this.#files.get(/^([\w$]+)(?:\.src)?$/.exec(expression)?.[1] ?? "");
    const asked = /^(?:await\s+)?(?:import|require)\(\s*["']([^"']+)["']\s*\)(?:\.\w+)*$/.exec(
      expression,
    )?.[1];
    return file ?? asked ?? literalIn(expression);
  }
}

const maxShown = 5;

const maxUnclosed = 100;

/** Attributes that nothing here reads, whatever they say. */
const meaningless = /^(?:style|class|key|ref|on[A-Z]\w*|client:.*|set:.*|width|height|loading|decoding)$/;

/** Elements that hold Markdown in MDX without a blank line, and blocks of HTML in Markdown. */
const holders: ReadonlySet<string> = new Set(
  "div section article aside main details header footer center".split(" "),
);

/** Components that show what the shortcodes of these names show. */
const shows: ReadonlySet<string> = new Set(
  "image img picture figure youtube vimeo tweet gist instagram audio video".split(" "),
);

/** The length of code in a sentence, or of the marks that begin none. */
const codeLength = (text: string, at: number): number => {
  const marks = /^`+/.exec(text.slice(at, at + 100))?.[0] ?? "`";
  const rest = text.slice(at + marks.length, at + 4_000);
  const paragraph = rest.slice(0, /\n[ \t]*\n/.exec(rest)?.index ?? rest.length);
  const end = new RegExp(`(?<!\`)${marks}(?!\`)`).exec(paragraph);
  return marks.length + (end ? end.index + marks.length : 0);
};

/** Without the indents of components, which would be code in Markdown; MDX has no code that is indented. */
const withoutIndents = (text: string): string => {
  let fence: { readonly mark: string; readonly indent: number } | undefined;
  let isInList = false;
  let isBelowBlank = true;
  return text
    .split("\n")
    .map((line) => {
      const [, indent = "", mark] = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})?/.exec(line) ?? [];
      if (fence) {
        const cut = line.replace(new RegExp(`^[ \\t]{0,${fence.indent}}`), "");
        if (mark?.startsWith(fence.mark) && /^\s*[`~]+\s*$/.test(line)) fence = undefined;
        return cut;
      }
      if (line.trim() === "") {
        isBelowBlank = true;
        return line;
      }
      if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) isInList = true;
      else if (indent === "") isInList = false;
      const isMeaningless = !isInList && /^(?: {4}|[ ]{0,3}\t)/.test(line);
      if (mark !== undefined) fence = { mark, indent: isMeaningless ? indent.length : 0 };
      const kept = isMeaningless && (isBelowBlank || mark !== undefined) ? line.trimStart() : line;
      isBelowBlank = false;
      return kept;
    })
    .join("\n");
};

const maxLength = 60;

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
};
