import { articleBlocks } from "#lib/themes/parts/article.ts";
import { h, htmlOf } from "./element.ts";
import type { ArticleTheme } from "./theme.ts";

/** The articles of every theme: programs and feeds show them, and have style sheets of their own. */
export const sharedArticles: ArticleTheme = {
  articleHtml: (article, reading) => htmlOf(h("article", null, articleBlocks(article, reading))),
};
