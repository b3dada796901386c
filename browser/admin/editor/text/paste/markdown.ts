import { mayBeLinked } from "#lib/richtext/address-schemes.ts";
import { type Pasted, PasteWriter } from "./parts.ts";

/** Text from the clipboard: Markdown if it looks like it, else its lines. */
export const pastedText = (text: string, features: readonly string[]): Pasted => {
  const writer = new PasteWriter(features);
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n");
  if (looksLikeMarkdown(text)) {
    writer.beginAt(Math.min(...lines.flatMap((line) => headingPattern.exec(line)?.[1]?.length ?? [])));
    writeBlocks(lines, writer);
  } else writePlain(lines, writer);
  return writer.finish();
};

const looksLikeMarkdown = (text: string): boolean =>
  /^(?:#{1,6} \S|>\s?\S|```|~~~|[-*+] \S|\d{1,9}[.)] \S|(?:-{3,}|\*{3,}|_{3,})$)/m.test(text) ||
  /\*\*[^\s*][^*]*\*\*|\[[^\]]+\]\([^\s)]+\)|(?:^|\s)`[^`\n]+`/.test(text);

const writePlain = (lines: readonly string[], writer: PasteWriter): void => {
  for (const paragraph of groupsOf(lines))
    writer.around("p", () => {
      for (const [index, line] of paragraph.entries()) {
        if (index > 0) writer.lineBreak();
        writer.text(line);
      }
    });
};

/** Lines between empty ones. */
const groupsOf = (lines: readonly string[]): readonly (readonly string[])[] => {
  const groups: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === "") groups.push([]);
    else groups.at(-1)!.push(line);
  }
  return groups.filter((group) => group.length > 0);
};

const fencePattern = /^ {0,3}(`{3,}|~{3,})\s*([^`\s]*)[^`]*$/;
const headingPattern = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/;
const rulePattern = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const itemPattern = /^( {0,3})([-*+]|(\d{1,9})[.)])( +|$)(.*)$/;
const quotePattern = /^ {0,3}> ?/;

const maxDepth = 20;

const writeBlocks = (lines: readonly string[], writer: PasteWriter, depth = 0): void => {
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    if (line.trim() === "") at++;
    else if (fencePattern.test(line)) at = writeFence(lines, at, writer, depth);
    else if (headingPattern.test(line)) {
      const [, signs = "", words = ""] = headingPattern.exec(line)!;
      writer.heading(signs.length, () => writeInline(words, writer));
      at++;
    } else if (rulePattern.test(line)) {
      writer.rule();
      at++;
    } else if (quotePattern.test(line) && depth < maxDepth) at = writeQuote(lines, at, writer, depth);
    else if (itemPattern.test(line) && depth < maxDepth) at = writeList(lines, at, writer, depth);
    else if (beginsTable(lines, at)) at = writeTable(lines, at, writer);
    else at = writeParagraph(lines, at, writer);
  }
};

const beginsBlock = (line: string): boolean =>
  [fencePattern, headingPattern, rulePattern, quotePattern, itemPattern].some((pattern) =>
    pattern.test(line),
  );

/** The line below the heads of a table. */
const delimiterPattern = /^ {0,3}\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

const beginsTable = (lines: readonly string[], at: number): boolean =>
  lines[at]!.includes("|") && delimiterPattern.test(lines[at + 1] ?? "");

/** Rows become lines. */
const writeTable = (lines: readonly string[], start: number, writer: PasteWriter): number => {
  let end = start + 2;
  while (end < lines.length && lines[end]!.includes("|") && !beginsBlock(lines[end]!)) end++;
  writer.leftOut.add("leftTables");
  for (const row of [lines[start]!, ...lines.slice(start + 2, end)]) {
    const cells = row
      .trim()
      .replace(/^\||(?<!\\)\|$/g, "")
      .split(/(?<!\\)\|/);
    const words = cells.map((cell) => cell.trim().replaceAll("\\|", "|")).filter((cell) => cell !== "");
    writer.around("p", () => writeInline(words.join(" "), writer));
  }
  return end;
};

const writeParagraph = (lines: readonly string[], start: number, writer: PasteWriter): number => {
  let end = start + 1;
  while (
    end < lines.length &&
    lines[end]!.trim() !== "" &&
    !beginsBlock(lines[end]!) &&
    !beginsTable(lines, end)
  )
    end++;
  const text = lines.slice(start, end);
  // A line of = or - below others makes them a heading.
  const underline = /^ {0,3}(=+|-+)\s*$/.exec(lines[end] ?? "");
  if (underline) {
    writer.heading(underline[1]!.startsWith("=") ? 1 : 2, () => writeInline(text.join(" "), writer));
    return end + 1;
  }
  writer.around("p", () => writeInline(text.join("\n"), writer));
  return end;
};

const writeFence = (lines: readonly string[], start: number, writer: PasteWriter, depth: number): number => {
  const [, fence = "", language = ""] = fencePattern.exec(lines[start]!)!;
  const closing = new RegExp(`^ {0,3}\\${fence[0]}{${fence.length},}\\s*$`);
  let end = start + 1;
  while (end < lines.length && !closing.test(lines[end]!)) end++;
  const source = lines.slice(start + 1, end).join("\n");
  // Code blocks stand at the top of the text only.
  if (depth > 0) writer.around("p", () => writer.mark("code", () => writer.text(source)));
  else if (source !== "") writer.block({ type: "code", value: { language: language || "text", source } });
  return end + 1;
};

const writeQuote = (lines: readonly string[], start: number, writer: PasteWriter, depth: number): number => {
  let end = start;
  while (
    end < lines.length &&
    lines[end]!.trim() !== "" &&
    (quotePattern.test(lines[end]!) || !beginsBlock(lines[end]!))
  )
    end++;
  const inner = lines.slice(start, end).map((line) => line.replace(quotePattern, ""));
  writer.quote(() => writeBlocks(inner, writer, depth + 1));
  return end;
};

const writeList = (lines: readonly string[], start: number, writer: PasteWriter, depth: number): number => {
  const [, , sign = "", number] = itemPattern.exec(lines[start]!)!;
  const kind = sign.at(-1);
  let at = start;
  writer.list(number !== undefined, Number(number ?? 1), () => {
    for (;;) {
      const found = itemPattern.exec(lines[at] ?? "");
      if (!found || found[2]!.at(-1) !== kind || rulePattern.test(lines[at]!)) break;
      const width =
        found[1]!.length + found[2]!.length + (found[4]!.length > 4 ? 1 : Math.max(1, found[4]!.length));
      const inner = [lines[at]!.slice(width)];
      at++;
      while (at < lines.length && continuesItem(lines, at, width))
        inner.push(lines[at++]!.replace(indent(width), ""));
      writer.around("li", () => writeBlocks(inner, writer, depth + 1));
      while (at < lines.length && lines[at]!.trim() === "" && itemPattern.test(lines[at + 1] ?? "")) at++;
    }
  });
  return at;
};

const indent = (width: number): RegExp => new RegExp(`^(?: {1,${width}}|\\t)`);

const continuesItem = (lines: readonly string[], at: number, width: number): boolean => {
  const line = lines[at]!;
  const indented = (each: string) =>
    each.startsWith("\t") || /^ */.exec(each)![0].length >= Math.min(width, 2);
  if (line.trim() === "")
    return lines[at + 1] !== undefined && lines[at + 1]!.trim() !== "" && indented(lines[at + 1]!);
  return indented(line) || !beginsBlock(line);
};

const escaped = /^\\([!-/:-@[-`{-~])/;

/** The notations within a line, in the order in which they are tried. */
const notations: readonly {
  readonly pattern: RegExp;
  readonly write: (match: RegExpExecArray, writer: PasteWriter) => void;
}[] = [
  { pattern: escaped, write: ([, sign = ""], writer) => writer.text(sign) },
  {
    pattern: /^(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/,
    write: ([, , source = ""], writer) =>
      writer.mark("code", () => writer.text(source.replace(/^ (.*) $/s, "$1"))),
  },
  {
    pattern: /^!\[([^\]]*)\]\([^\s()]+(?:\s+"[^"]*")?\)/,
    write: ([, alt = ""], writer) => {
      writer.leftOut.add("leftPictures");
      writer.text(alt);
    },
  },
  {
    pattern:
      /^\[((?:[^[\]\\]|\\.|\[[^[\]]*\])+)\]\(<?([^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\)/,
    write: ([, words = "", href = ""], writer) => {
      if (mayBeLinked(href)) writer.link(href, () => writeInline(words, writer));
      else {
        writer.leftOut.add("leftLinks");
        writeInline(words, writer);
      }
    },
  },
  {
    pattern: /^<(https?:\/\/[^\s<>]+|mailto:[^\s<>]+)>/,
    write: ([, href = ""], writer) => writer.link(href, () => writer.text(href.replace(/^mailto:/, ""))),
  },
  {
    pattern: /^\*\*(?=\S)((?:[^*]|\*(?!\*))+?\*?)(?<=[\S])\*\*(?!\*)/,
    write: ([, words = ""], writer) => writer.mark("bold", () => writeInline(words, writer)),
  },
  {
    pattern: /^__(?=\S)((?:[^_]|_(?!_))+?)(?<=\S)__(?!\w)/,
    write: ([, words = ""], writer) => writer.mark("bold", () => writeInline(words, writer)),
  },
  {
    pattern: /^\*(?=[^\s*])([^*]*(?:\*\*[^*]+\*\*[^*]*)*)(?<=\S)\*(?!\*)/,
    write: ([, words = ""], writer) => writer.mark("italic", () => writeInline(words, writer)),
  },
  {
    pattern: /^_(?=[^\s_])([^_]+)(?<=\S)_(?!\w)/,
    write: ([, words = ""], writer) => writer.mark("italic", () => writeInline(words, writer)),
  },
  {
    pattern: /^~~(?=\S)([^~]+)(?<=\S)~~/,
    write: ([, words = ""], writer) => writer.mark("strikethrough", () => writeInline(words, writer)),
  },
];

const maxLineLength = 20_000;

const writeInline = (text: string, writer: PasteWriter): void => {
  // Longer lines are no prose, and reading them again for each sign would take too long.
  if (text.length > maxLineLength) {
    writer.text(text);
    return;
  }
  let plain = "";
  const flush = () => {
    if (plain !== "") writer.text(plain);
    plain = "";
  };
  let at = 0;
  while (at < text.length) {
    const hard = /^(?: {2,}|\\)\n/.exec(text.slice(at, at + 20));
    if (hard) {
      flush();
      writer.lineBreak();
      at += hard[0].length;
      continue;
    }
    const isInWord = text[at] === "_" && /\w/.test(text[at - 1] ?? "");
    const found = /[\\`![<*_~]/.test(text[at]!) && !isInWord ? notationAt(text.slice(at)) : undefined;
    if (!found) plain += text[at++];
    else {
      flush();
      found.write(found.match, writer);
      at += found.match[0].length;
    }
  }
  flush();
};

const notationAt = (text: string) => {
  for (const { pattern, write } of notations) {
    const match = pattern.exec(text);
    if (match) return { match, write };
  }
  return undefined;
};
