import { escapedHtml } from "#importers/html/escaped-html.ts";
import { htmlOfMarkdown } from "#importers/lectern.ts";

/** What a card of Ghost's editors keeps. */
export type Card = Readonly<Record<string, unknown>>;

/** A text of a card, escaped for HTML. */
const said = (card: Card, ...names: readonly string[]): string => {
  const found = names.map((name) => card[name]).find((value) => typeof value === "string" && value !== "");
  return escapedHtml((found as string | undefined) ?? "");
};

/** A part of a card that is HTML. */
const htmlIn = (card: Card, name: string): string => (typeof card[name] === "string" ? card[name] : "");

const captionOf = (card: Card): string => {
  const caption = htmlIn(card, "caption");
  return caption === "" ? "" : `<figcaption>${caption}</figcaption>`;
};

const pictureOf = (card: Card): string => {
  const src = said(card, "src");
  const picture = `<img src="${src}" alt="${said(card, "alt", "altText")}"/>`;
  return src === "" ? "" : `<figure>${picture}${captionOf(card)}</figure>`;
};

const linkOf = (url: string, text: string): string =>
  url === "" ? text : `<a href="${url}">${text || url}</a>`;

const cardsIn = (value: unknown): readonly Card[] =>
  (Array.isArray(value) ? value : []).filter((each) => typeof each === "object" && each !== null);

/** The cards by the names that either editor has for them, as HTML like that which Ghost exports. */
const kinds: Readonly<Record<string, (card: Card) => string>> = {
  image: pictureOf,
  gallery: (card) =>
    `<figure class="kg-gallery-card">${cardsIn(card.images).map(pictureOf).join("")}${captionOf(card)}</figure>`,
  bookmark: (card) => {
    const { title, description } = (card.metadata ?? {}) as Card;
    const text = said({ title }, "title");
    const more = said({ description }, "description");
    return `<figure class="kg-bookmark-card"><a href="${said(card, "url")}"><div class="kg-bookmark-title">${text}</div><div class="kg-bookmark-description">${more}</div></a>${captionOf(card)}</figure>`;
  },
  embed: (card) => `<figure><p>${said(card, "url")}</p>${captionOf(card)}</figure>`,
  callout: (card) =>
    `<div class="kg-callout-card kg-callout-card-${said(card, "backgroundColor")}"><div class="kg-callout-emoji">${said(card, "calloutEmoji")}</div><div class="kg-callout-text">${htmlIn(card, "calloutText")}</div></div>`,
  toggle: (card) =>
    `<div class="kg-toggle-card"><div class="kg-toggle-heading-text">${htmlIn(card, "heading")}</div><div class="kg-toggle-content">${htmlIn(card, "content")}</div></div>`,
  button: (card) => `<p>${linkOf(said(card, "buttonUrl"), said(card, "buttonText"))}</p>`,
  audio: (card) =>
    `<div class="kg-audio-card"><audio src="${said(card, "src")}"></audio><div class="kg-audio-title">${said(card, "title")}</div></div>`,
  video: (card) => `<figure><video src="${said(card, "src")}"></video>${captionOf(card)}</figure>`,
  file: (card) =>
    `<div class="kg-file-card"><a href="${said(card, "src")}"><div class="kg-file-card-title">${said(card, "fileTitle", "fileName")}</div><div class="kg-file-card-caption">${said(card, "fileCaption")}</div></a></div>`,
  html: (card) => htmlIn(card, "html"),
  markdown: (card) => htmlOfMarkdown(htmlIn(card, "markdown")),
  codeblock: (card) => {
    const code = said(card, "code");
    const language = said(card, "language");
    return `<figure><pre><code${language === "" ? "" : ` class="language-${language}"`}>${code}</code></pre>${captionOf(card)}</figure>`;
  },
  horizontalrule: () => "<hr/>",
  header: (card) =>
    `<h2>${htmlIn(card, "header")}</h2><p>${htmlIn(card, "subheader")}</p><p>${linkOf(said(card, "buttonUrl"), said(card, "buttonText"))}</p>`,
  product: (card) =>
    `${pictureOf({ src: card.productImageSrc })}<h4>${htmlIn(card, "productTitle")}</h4>${htmlIn(card, "productDescription")}<p>${linkOf(said(card, "productUrl"), said(card, "productButton"))}</p>`,
  "call-to-action": (card) =>
    `${pictureOf({ src: card.imageUrl })}${htmlIn(card, "textValue")}<p>${linkOf(said(card, "buttonUrl"), said(card, "buttonText"))}</p>`,
};

const otherNames: Readonly<Record<string, string>> = {
  code: "codeblock",
  hr: "horizontalrule",
  "card-markdown": "markdown",
};

/** The HTML of a card; undefined for one of another kind. */
export const cardHtml = (name: string, card: Card): string | undefined => {
  const known = otherNames[name] ?? name;
  return Object.hasOwn(kinds, known) ? kinds[known]?.(card) : undefined;
};
