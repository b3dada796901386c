import type { LineProblem } from "#cli/publish/front-matter.ts";
import { lineBreaksIn } from "#lib/richtext/markdown-html.ts";
import { sourceLines } from "./source-lines.ts";
import { asDestination, isPostName, meaningOf, postNameIn, tagWords } from "./template-words.ts";

/** What was left out, or is a link now. */
export interface TemplateNote {
  readonly kind: "attributes" | "comment" | "link" | "shortcode" | "template";
  /** From 1. */
  readonly line: number;
  /** As it was written; of a link, the name of the shortcode and the address. */
  readonly text: string;
}

export interface TemplateRules {
  /** True for the address of a player or post that is an embed on this site. */
  readonly isEmbed?: ((address: string) => boolean) | undefined;
  /** The address of the post or file that a tag names. Absent, it is found later. */
  readonly addressOf?: (name: string) => string;
  /** Attribute lists stay, as whoever reads the text understands them. */
  readonly keepsAttributes?: boolean;
}

/**
 * Markdown of Hugo, Jekyll and Eleventy as CommonMark, and what was left out of it or changed. Shortcodes and
 * tags with a plain meaning become that; others, attribute lists too, are left out, and the text that they
 * stand around stays. Code is left alone. Every line stays where it is.
 */
export const plainMarkdown = (
  markdown: string,
  rules: TemplateRules = {},
): { readonly text: string; readonly notes: readonly TemplateNote[] } => {
  if (!/\{[{%#:.]/.test(markdown)) return { text: markdown, notes: [] };
  const notes: TemplateNote[] = [];
  let line = 1;
  const text = sourceLines(withFences(markdown))
    .map((run) => {
      const at = line;
      line += lineBreaksIn(run.text) + 1;
      return run.isCode ? run.text : withoutTags(run.text, at, notes, rules);
    })
    .join("\n");
  return { text, notes };
};

/** What an author is told. Comments are not meant to be read. */
export const messageOfTemplate = ({ kind, line, text }: TemplateNote): LineProblem[] => {
  if (kind === "comment") return [];
  const said =
    kind === "link"
      ? `shortcode ${text.replace(": ", " is a link now: ")}`
      : `${kind} ${shortened(text.trim())} ${kind === "attributes" ? "are" : "is"} not kept.`;
  return [{ line, message: `The ${said}` }];
};

const highlightBegin =
  /^([ \t]*)(?:\{%-?\s*highlight\s+([^{}%]*?)\s*-?%\}|\{\{[<%]\s*highlight\s+([^{}]*?)\s*[>%]\}\})[ \t]*$/;
const highlightEnd = /^[ \t]*(?:\{%-?\s*endhighlight\s*-?%\}|\{\{[<%]\s*\/\s*highlight\s*[>%]\}\})[ \t]*$/;

/** Code between tags stands between fences. */
const withFences = (markdown: string): string => {
  if (!/highlight/.test(markdown)) return markdown;
  const lines = markdown.split("\n");
  const written: string[] = [];
  let code: { readonly fence: string; readonly end: RegExp } | undefined;
  for (const [index, line] of lines.entries()) {
    const begin = code ? undefined : highlightBegin.exec(line);
    const fence = code || begin ? undefined : /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (code?.end.test(line)) {
      written.push(code.end === highlightEnd ? code.fence : line);
      code = undefined;
    } else if (begin) {
      const end = lines.findIndex((each, at) => at > index && highlightEnd.test(each));
      const longest = Math.max(
        2,
        ...(lines.slice(index, end).join("\n").match(/`+/g) ?? []).map(({ length }) => length),
      );
      const [, indent = "", liquid, hugo = ""] = begin;
      const language = /^["']?([\w+#.-]*)/.exec(liquid ?? hugo)?.[1] ?? "";
      if (end < 0) written.push(line);
      else {
        code = { fence: indent + "`".repeat(longest + 1), end: highlightEnd };
        written.push(code.fence + language);
      }
    } else {
      if (fence) code = { fence, end: new RegExp(`^[ \\t]*${fence[0]}{${fence.length},}\\s*$`) };
      written.push(line);
    }
  }
  return written.join("\n");
};

/**
 * In the order in which they are looked for: code, what is written to stay, comments, an entry for a table of
 * contents, shortcodes, tags, output, attribute lists, and those at the end of a heading or link.
 */
const marks = new RegExp(
  [
    "(?<code>(?<!`)(?<ticks>`+)(?!`)(?:(?!\\n[ \\t]*\\n)[^]){0,2000}?(?<!`)\\k<ticks>(?!`))",
    "(?<!\\\\)\\{%-?\\s*raw\\s*-?%\\}(?<raw>[^]{0,20000}?)\\{%-?\\s*endraw\\s*-?%\\}",
    "(?<!\\\\)\\{%-?\\s*comment\\s*-?%\\}(?<note>[^]{0,20000}?)\\{%-?\\s*endcomment\\s*-?%\\}",
    "(?<notes>(?<!\\\\)(?:\\{#(?=[\\s-])[^]{0,2000}?#\\}|\\{\\{-?\\s*/\\*[^]{0,2000}?\\*/\\s*-?\\}\\}|\\{::comment\\}[^]{0,20000}?\\{:/(?:comment)?\\}))",
    "(?<toc>^[ \\t]*(?:[-*+]|\\d+\\.)[ \\t][^\\n]*\\n[ \\t]*\\{:\\s*toc[^{}\\n]*\\})",
    "(?<!\\\\)\\{\\{[<%]-?\\s*/\\*(?<quoted>[^{}]{0,2000}?)\\*/\\s*-?[>%]\\}\\}",
    "(?<!\\\\)\\{\\{[<%]-?(?<shortcode>[^{}]{0,2000}?)-?[>%]\\}\\}",
    "(?<!\\\\)\\{%-?(?<tag>[^{}]{0,2000}?)-?%\\}",
    "(?<!\\\\)\\{\\{-?(?<output>[^{}]{0,2000}?)-?\\}\\}",
    "(?<attributes>\\{:(?!(?<=^#{1,6}[ \\t][^\\n]{0,1000})[ \\t]*#)[^{}\\n]{0,500}\\})",
    "(?<headed>[ \\t]*\\{\\.[^{}\\n]{1,500}\\}(?=[ \\t]*#*[ \\t]*$)(?<=^#{1,6}[ \\t][^\\n]{0,1000}))",
    "(?<classes>(?<=[)\\]*_`])\\{[.][\\w-][^{}\\n]{0,500}\\}|^[ \\t]*\\{[#.][\\w-][^{}\\n]{0,500}\\}[ \\t]*$)",
  ].join("|"),
  "gm",
);

const withoutTags = (text: string, firstLine: number, notes: TemplateNote[], rules: TemplateRules): string =>
  text.replace(marks, (...found) => {
    const [whole] = found as string[];
    const groups = found.at(-1) as Readonly<Record<string, string | undefined>>;
    const offset = found.at(-3) as number;
    if (groups.code !== undefined) return certainText(whole);
    const written = certainText(whole);
    const note = (kind: TemplateNote["kind"], said = written): void =>
      void notes.push({ kind, line: firstLine + lineBreaksIn(text.slice(0, offset)), text: said });
    return withLines(written, meaningIn(written, groups, { text, offset, note, rules }));
  });

const certainText = (text: string | undefined): string => text ?? "";

/** The text with as many line breaks as what it stands for had. */
const withLines = (written: string, text: string): string =>
  text + "\n".repeat(Math.max(0, lineBreaksIn(written) - lineBreaksIn(text)));

interface MarkPlace {
  readonly text: string;
  readonly offset: number;
  readonly note: (kind: TemplateNote["kind"], said?: string) => void;
  readonly rules: TemplateRules;
}

const meaningIn = (
  written: string,
  groups: Readonly<Record<string, string | undefined>>,
  { text, offset, note, rules }: MarkPlace,
): string => {
  const { raw, quoted, shortcode, tag, output } = groups;
  if (raw !== undefined) return shownText(raw);
  if (groups.note !== undefined || groups.notes !== undefined) {
    note("comment");
    return "";
  }
  if (groups.toc !== undefined) return rules.keepsAttributes ? written : "";
  if (quoted !== undefined) return shownText(written.replace(/\/\*|\*\//g, ""));
  if (output !== undefined) {
    const address = addressIn(output);
    if (address === undefined) note("template");
    return address ?? "";
  }
  const inner = shortcode ?? tag;
  if (inner === undefined) {
    if (rules.keepsAttributes) return written;
    note("attributes");
    return "";
  }
  const words = tagWords(inner.trim().replace(/\/$/, ""));
  const isAlone = standsAlone(text, offset, written.length);
  const meaning = meaningOf(words, isAlone);
  const isNamed = meaning !== undefined && isPostName(meaning);
  if (meaning && !(isNamed && !/[(<"'=]$/.test(text.slice(Math.max(0, offset - 1), offset)))) {
    if (isNamed && rules.addressOf) return asDestination(rules.addressOf(postNameIn(meaning)));
    if (meaning.link === undefined) return meaning.text;
    if (isAlone && meaning.embed !== undefined && rules.isEmbed?.(meaning.link)) return meaning.embed;
    note("link", `${words.name}: ${meaning.link}`);
    return meaning.text;
  }
  // The end of what is told already.
  if (!/^(?:\/|end|else|elsif|elif|when)/.test(words.name)) note("shortcode");
  return "";
};

/** True for a mark between blank lines. */
export const standsAlone = (text: string, offset: number, length: number): boolean =>
  /(?:^|\n)[ \t]*$/.test(text.slice(0, offset).slice(-200)) &&
  /^[ \t]*(?:\n[ \t]*(?:\n|$)|$)/.test(text.slice(offset + length));

/** `{{ "/a.png" | relative_url }}` and the address of the site, from whose root addresses begin here. */
const addressIn = (output: string): string | undefined => {
  const path =
    /^\s*["']([^"'\n]*)["']\s*(?:\|\s*(?:relative_url|absolute_url|url|prepend:\s*site\.\w+)\s*)*$/.exec(
      output,
    )?.[1];
  return (
    path ??
    (/^\s*(?:site\.(?:baseurl|url|github\.url|siteurl)|\.?\$?\.?Site\.BaseURL|config\.\w*[uU]rl)\s*$/.test(
      output,
    )
      ? ""
      : undefined)
  );
};

/** Text in which no tag is looked for and no HTML begins. */
const shownText = (text: string): string =>
  text.replace(/[{<]/g, (each) => (each === "{" ? "&#123;" : "&lt;"));

const maxLength = 80;

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, " ");
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
};
