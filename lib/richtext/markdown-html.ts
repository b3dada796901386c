import type { Token } from "markdown-it";
import { escapeHtml } from "./escape-html.ts";

/** The tokens of Markdown as HTML, raw HTML in them as text, images left out. It is not safe yet: links go anywhere. */
export const htmlFromTokens = (tokens: readonly Token[]): string => tokens.map(htmlFromToken).join("");

const htmlFromToken = (token: Token): string => {
  const { type, tag, content } = token;
  switch (type) {
    case "inline":
      return htmlFromTokens(token.children ?? []);
    case "text":
    case "html_inline":
      return escapeHtml(content);
    case "softbreak":
      return "\n";
    case "hardbreak":
      return "<br/>";
    case "hr":
      return "<hr/>";
    case "code_inline":
      return `<code>${escapeHtml(content)}</code>`;
    case "code_block":
    case "fence":
      return `<pre><code>${escapeHtml(content)}</code></pre>`;
    case "html_block":
      return `<p>${escapeHtml(content)}</p>`;
    case "image":
      return "";
    case "link_open":
      return `<a href="${escapeHtml(encoded(String(token.attrGet("href") ?? "")))}">`;
    default:
      return token.nesting === 1 ? `<${tag}>` : `</${tag}>`;
  }
};

/** The address as browsers ask for it, percent signs of escapes as they are. */
const encoded = (address: string): string =>
  encodeURI(address.toWellFormed().replace(/^[\p{White_Space}\p{Cc}]+/u, "")).replaceAll("%25", "%");
