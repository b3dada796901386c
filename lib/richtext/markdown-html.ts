import type { MarkedToken, Token, Tokens } from "marked";
import { escapeExceptReferences, resolveReferences } from "./character-references.ts";
import type { DelimiterRun } from "./emphasis.ts";
import { escapeHtml } from "./escape-html.ts";

/** The tokens of Markdown as HTML, raw HTML as text, images left out. Not safe yet: links go anywhere. */
export function htmlFromTokens(tokens: readonly Token[]): string {
  return (tokens as readonly (MarkedToken | DelimiterRun)[]).map(htmlFromToken).join("");
}

function htmlFromToken(token: MarkedToken | DelimiterRun): string {
  switch (token.type) {
    case "paragraph":
      return `<p>${htmlFromTokens(token.tokens)}</p>`;
    case "heading":
      return `<h${token.depth}>${htmlFromTokens(token.tokens)}</h${token.depth}>`;
    case "blockquote":
      return `<blockquote>${htmlFromTokens(token.tokens)}</blockquote>`;
    case "list":
      return listHtml(token);
    case "code":
      return `<pre><code>${escapeHtml(token.text)}</code></pre>`;
    case "hr":
      return "<hr/>";
    case "html":
      return token.block ? `<p>${escapeHtml(token.raw)}</p>` : escapeHtml(token.raw);
    case "text":
      return token.tokens === undefined ? escapeExceptReferences(token.raw) : htmlFromTokens(token.tokens);
    case "escape":
      return escapeHtml(token.text);
    case "delimiterRun":
      return token.ends + token.raw.slice(0, token.remaining) + token.starts;
    case "codespan":
      return `<code>${escapeHtml(token.text)}</code>`;
    case "br":
      return "<br/>";
    case "link":
      return linkHtml(token);
    default:
      return "";
  }
}

function listHtml({ ordered, items }: Tokens.List): string {
  const name = ordered ? "ol" : "ul";
  return `<${name}>${items.map(({ tokens }) => `<li>${htmlFromTokens(tokens)}</li>`).join("")}</${name}>`;
}

function linkHtml({ href, text, tokens, autolink = false }: Tokens.Link): string {
  const written = autolink ? href : resolveReferences(href);
  const address = encodeURI(written.toWellFormed()).replaceAll("%25", "%");
  return `<a href="${escapeHtml(address)}">${autolink ? escapeHtml(text) : htmlFromTokens(tokens)}</a>`;
}
