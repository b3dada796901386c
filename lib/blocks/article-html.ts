import { escapeHtml } from "#lib/richtext/escape-html.ts";
import type { StoredBlock } from "./stored.ts";

/** The address of a page by its id; undefined for pages that have none. */
export type PageAddress = (pageId: number) => string | undefined;

/** Rich text with its internal page links made into real ones; a link to a page without an address loses its target. */
const withPageLinks = (html: string, addressOf: PageAddress): string =>
  html.replace(/<a linktype="page" id="(\d+)">/g, (_, id: string) => {
    const address = addressOf(Number(id));
    return address === undefined ? "<a>" : `<a href="${escapeHtml(address)}">`;
  });

const renderers: Readonly<Record<string, (value: never, addressOf: PageAddress) => string>> = {
  paragraph: (html: string, addressOf) => `<div class="paragraph">${withPageLinks(html, addressOf)}</div>`,
  code: ({ language, source }: { language: string; source: string }) =>
    `<pre><code class="language-${escapeHtml(language)}">${escapeHtml(source)}</code></pre>`,
};

const isRenderable = ({ type, value }: StoredBlock): boolean => {
  if (type === "paragraph") return typeof value === "string";
  const { language, source } = (value ?? {}) as Record<string, unknown>;
  return type === "code" && typeof language === "string" && typeof source === "string";
};

/** The blocks as an HTML article; blocks that cannot be rendered are left out (decisions §9). */
export const articleHtml = (blocks: readonly StoredBlock[], addressOf: PageAddress): string => {
  const parts = blocks
    .filter(isRenderable)
    .map(({ type, value }) => renderers[type]?.(value as never, addressOf));
  return `<article>${parts.join("")}</article>`;
};
