import { blogPage } from "#lib/themes/parts/blog-page.ts";
import type { Composition, Parts } from "#lib/themes/parts/composition.ts";
import { documentHtml } from "#lib/themes/parts/document.ts";
import { accountPage, formPage, messagePage, objectPage } from "#lib/themes/parts/form-page.ts";
import { homePage, searchPage, subscribePage } from "#lib/themes/parts/home-page.ts";
import { postPage } from "#lib/themes/parts/post-page.ts";
import { type Look, styleSheet } from "#lib/themes/parts/style.ts";
import { usualParts } from "#lib/themes/parts/usual-parts.ts";
import type { Theme } from "./theme.ts";

/** The choices of a theme. */
export interface ThemeChoices extends Look {
  /** The parts of pages that it replaces. */
  readonly parts?: Partial<Parts>;
  /** True if the page of a podcast has the player of its newest episode; by default false. */
  readonly playsLatest?: boolean;
}

/**
 * Makes a theme with a look of its own, and perhaps parts that it replaces. Everything else is as in the
 * other themes, so that the theme has whatever is added to pages later.
 */
export const composeTheme = ({ parts, playsLatest = false, ...look }: ThemeChoices): Theme => {
  const composition: Composition = {
    style: styleSheet(look),
    parts: { ...usualParts, ...parts },
  };
  const { style } = composition;
  return {
    style,
    playsLatest,
    postPage: (post, reading) => documentHtml(postPage(post, reading, composition)),
    homePage: (home, reading) => documentHtml(homePage(home, reading, composition)),
    blogPage: (blog, reading) => documentHtml(blogPage(blog, reading, composition)),
    searchPage: (page, reading) => documentHtml(searchPage(page, reading, composition)),
    subscribePage: (page, reading) => documentHtml(subscribePage(page, reading, composition)),
    messagePage: (message, reading) => documentHtml(messagePage(message, reading, composition)),
    formPage: (page, reading) => documentHtml(formPage(page, reading, composition)),
    accountPage: (page, reading) => documentHtml(accountPage(page, reading, composition)),
    objectPage: (page, reading) => documentHtml(objectPage(page, reading, composition)),
  };
};
