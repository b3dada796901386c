import type { ImportedBody } from "#cli/import/imported.ts";
import type { NotePlace } from "#cli/import/notes.ts";
import { codeLineTest } from "#cli/import/reading/code-fences.ts";

const picture =
  /!\[((?:[^\]\\]|\\.)*)\]\(\s*(?:<([^<>\n]*)>|([^\s()<>]+))((?:\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))?)\s*\)/g;

/** Markdown as it is, with its pictures' files; those in a sentence stand after their paragraph. */
export const markdownBody = (
  { text, place }: Extract<ImportedBody, { kind: "markdown" }>,
  fileOf: (address: string, place: NotePlace) => string | undefined,
): string => {
  const isCode = codeLineTest();
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const written: string[] = [];
  let after: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (isCode(line)) {
      written.push(line);
      continue;
    }
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
