import { type LinkTo, readText } from "#cli/publish/body/read-text.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { type LinkDestination, richTextMarkdown } from "#lib/richtext/rich-text-markdown.ts";

/** Rich text as Markdown that is read back as the same rich text; undefined if there is none. */
export const paragraphText = (html: string, features: readonly RichTextFeature[]): string | undefined => {
  const found = recent.get(html);
  if (found && found.features === features) return found.text;
  const written = richTextMarkdown(html, ownDestination);
  const pretty = written.replace(/\]\(<([^\s<>()]*)>\)/g, "]($1)");
  const text = [pretty, written].find((markdown) => isReadAs(markdown, html, features));
  if (recent.size >= mostRecent) recent.clear();
  recent.set(html, { features, text });
  return text;
};

/** Importers ask for a text before they write it; reading it back takes most of their time. */
const recent = new Map<
  string,
  { readonly features: readonly RichTextFeature[]; readonly text: string | undefined }
>();
const mostRecent = 100;

/** Links to pages and documents by their ids are not said in Markdown. */
const ownDestination: LinkDestination = (target) => ("address" in target ? target.address : undefined);

/** A relative address would be taken for that of a file. */
const noFiles: LinkTo = (address) =>
  /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(address) ? undefined : { problem: "This is no file." };

const isReadAs = (markdown: string, html: string, features: readonly RichTextFeature[]): boolean => {
  const read = readText(markdown, 1, { features, linkTo: noFiles });
  const [part, ...others] = read.detail;
  if (!part || others.length > 0 || read.overview || read.problems.length > 0) return false;
  const block = part.block([]);
  return block.type === "paragraph" && block.value === html;
};
