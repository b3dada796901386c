import { escapeHtml } from "#lib/richtext/escape-html.ts";
import { richTextMarkdown } from "#lib/richtext/rich-text-markdown.ts";

/** Plain text on one line, without notation. */
export const textLine = (text: string): string =>
  richTextMarkdown(escapeHtml(text.replace(/\s+/g, " ").trim()), () => undefined);

export const bulletList = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");

/** The address of a page's text, from that of the page: that of `/notes/reed/` is `/notes/reed.md`. */
export const markdownUrl = (address: string): string => {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  const isFront = /^(https?:\/\/[^/]+)?\/$/.test(path);
  return `${isFront ? `${path}index` : path.replace(/\/$/, "")}.md${rest}`;
};

interface Entry {
  readonly title: string;
  /** Below the site's origin. */
  readonly url: string;
  readonly description: string;
  readonly visibleDate?: string;
}

/** The line of a page in a list. */
export const entryLine = (base: string, { title, url, description, visibleDate }: Entry): string => {
  const about = [visibleDate?.slice(0, 10), textLine(description)].filter(Boolean).join(", ");
  return `[${textLine(title)}](${markdownUrl(base + url)})${about && `: ${about}`}`;
};
