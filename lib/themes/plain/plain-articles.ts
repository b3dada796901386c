import { h, htmlOf } from "#lib/themes/element.ts";
import type { ArticleTheme } from "#lib/themes/theme.ts";
import { articleBlocks } from "./article.ts";

export const plainArticles: ArticleTheme = {
  articleHtml: (article, reading) => htmlOf(h("article", null, articleBlocks(article, reading))),
};
