import type { ImportedBody } from "#importers/imported.ts";
import type { NotePlace } from "#importers/notes.ts";
import { codeLineTest } from "#importers/reading/code-fences.ts";

const picture =
  /!\[((?:[^\]\\]|\\.)*)\]\(\s*(?:<([^<>\n]*)>|([^\s()<>]+))((?:\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))?)\s*\)/g;

/** A link, with everything before and after its address, but for a picture. */
const link =
  /(?<![!\\])(\[(?:[^\]\\]|\\.)*\]\(\s*)(?:<([^<>\n]*)>|([^\s()<>]+))((?:\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))?\s*\))/g;

/** The definition of an address for `[text][name]`; those of footnotes are none. */
const definition = /^( {0,3}\[(?!\^)[^\]]+\]:\s*)(?:<([^<>]*)>|(\S+))(.*)$/;

interface BodyTargets {
  /** The file of a picture, if there is one. */
  readonly fileOf: (address: string, place: NotePlace) => string | undefined;
  /** What a link is to lead to instead. */
  readonly linkTo: (address: string, place: NotePlace) => string | undefined;
}

/** Markdown with its pictures' files, those in a sentence after their paragraph, and links between files. */
export const markdownBody = (
  { text, place }: Extract<ImportedBody, { kind: "markdown" }>,
  { fileOf, linkTo }: BodyTargets,
): string => {
  const isCode = codeLineTest();
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const written: string[] = [];
  let after: string[] = [];
  for (const [index, given] of lines.entries()) {
    if (isCode(given)) {
      written.push(given);
      continue;
    }
    const line = withLinks(given, (address) => linkTo(address, place.below(index + 1)));
    if (line.trim() === "") {
      written.push(...after.flatMap((each) => ["", each]), line);
      after = [];
      continue;
    }
    const at = place.below(index + 1);
    const pictures: string[] = [];
    const rest = line.replace(
      picture,
      (_, alt: string, angled: string | undefined, plain: string | undefined, title: string) => {
        const file = fileOf(angled ?? plain ?? "", at);
        if (file) pictures.push(`![${alt}](${/[\s()]/.test(file) ? `<${file}>` : file}${title})`);
        return "";
      },
    );
    if (rest === line) written.push(line);
    else if (rest.trim() === "") written.push(pictures.join("\n"));
    else {
      for (const each of pictures) at.note("inline_picture", each);
      written.push(rest.replace(/\s+$/, ""));
      after.push(...pictures);
    }
  }
  written.push(...after.flatMap((each) => ["", each]));
  const body = written.join("\n").replace(/^\n+|\s+$/g, "");
  return body === "" ? "" : `\n${body}\n`;
};

const withLinks = (line: string, linkTo: (address: string) => string | undefined): string => {
  const replaced = (
    whole: string,
    begin: string,
    angled: string | undefined,
    plain: string | undefined,
    end: string,
  ): string => {
    const target = linkTo(angled ?? plain ?? "");
    return target === undefined ? whole : `${begin}${target}${end}`;
  };
  return line
    .split(/(`+[^`]*`+)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(link, replaced)))
    .join("")
    .replace(definition, replaced);
};
