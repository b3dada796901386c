import { withTextOfAddresses } from "#cli/publish/body/bare-addresses.ts";
import { type BodyRules, type LinkTo, readText } from "#cli/publish/body/read-text.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { type LinkDestination, richTextMarkdown } from "#lib/richtext/rich-text-markdown.ts";
import { withNoteMarks } from "./footnotes-text.ts";
import { escapedMarkdown } from "./picture-text.ts";

/** Files to which links are written instead of to addresses, by these, so that links follow their posts. */
export type LinkedFiles = ReadonlyMap<string, string>;

const noFiles: LinkedFiles = new Map();

/** The site's blocks, and the numbers of the notes of the whole text by their labels. */
type NoteRules = Pick<BodyRules, "custom" | "notes">;

const noNumbers: ReadonlyMap<string, number> = new Map();

/** Rich text as Markdown that is read back as the same rich text; undefined if there is none. */
export const paragraphText = (
  html: string,
  features: readonly RichTextFeature[],
  files = noFiles,
  { custom, notes = noNumbers }: NoteRules = {},
): string | undefined => {
  const isKept = files.size === 0 && notes.size === 0;
  const found = isKept ? recent.get(html) : undefined;
  if (found && found.features === features && found.custom === custom) return found.text;
  const { written, pretty } = markdownForms(html, { features, files, notes });
  const linkTo = linkToAmong(files);
  const isLink = features.includes("autolink");
  const forms = new Set([pretty, written].flatMap((each) => [each, withoutLoneAddresses(each, isLink)]));
  const text = [...forms].find((markdown) => isReadAs(markdown, html, { features, linkTo, custom, notes }));
  if (recent.size >= maxRecent) recent.clear();
  if (isKept) recent.set(html, { features, custom, text });
  return text;
};

/** Importers ask for a text before they write it; reading it back takes most of their time. */
const recent = new Map<
  string,
  Pick<BodyRules, "features" | "custom"> & { readonly text: string | undefined }
>();
const maxRecent = 100;

/** Markdown in which an address alone in a paragraph stays a link or text, where it would be an embed. */
const withoutLoneAddresses = (markdown: string, isLink: boolean): string =>
  markdown.replace(/(?<=^|\n\n)https?:\/\/\S+(?=\n\n|$)/gi, (address) =>
    isLink ? `[${escapedMarkdown(address)}](${address})` : address.replace(":", "\\:"),
  );

interface FormRules {
  readonly features: readonly RichTextFeature[];
  readonly files?: LinkedFiles | undefined;
  readonly notes?: ReadonlyMap<string, number>;
}

/** Rich text as Markdown, which may be read otherwise; `pretty` has no angle brackets around addresses. */
export const markdownForms = (
  html: string,
  { features, files = noFiles, notes = noNumbers }: FormRules,
): Readonly<Record<"written" | "pretty", string>> => {
  const text = withNoteMarks(richTextMarkdown(html, destinationAmong(files)), notes);
  const linksAddresses = features.includes("autolink");
  const written = linksAddresses ? withTextOfAddresses(text, false) : text;
  const short = linksAddresses ? withTextOfAddresses(text, true) : text;
  return { written, pretty: short.replace(/\]\(<([^\s<>()]*)>\)/g, "]($1)") };
};

/** Links to pages and documents by their ids are not said in Markdown. */
const destinationAmong =
  (files: LinkedFiles): LinkDestination =>
  (target) =>
    "address" in target ? (files.get(target.address) ?? target.address) : undefined;

/** Reads the links to these files; another relative address would be taken for that of a file. */
export const linkToAmong = (files: LinkedFiles): LinkTo => {
  const addresses = new Map([...files].map(([address, file]) => [file, address]));
  return (href) => {
    const address = addresses.get(href);
    if (address !== undefined) return { address };
    return /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(href) ? undefined : { problem: "This is no file." };
  };
};

const isReadAs = (markdown: string, html: string, rules: BodyRules): boolean => {
  const read = readText(markdown, 1, rules);
  const [part, ...others] = read.detail;
  if (!part || others.length > 0 || read.overview || read.problems.length > 0) return false;
  const block = part.block([]);
  return block.type === "paragraph" && block.value === html;
};
