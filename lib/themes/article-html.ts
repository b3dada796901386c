import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import { articleBlocks } from "#lib/themes/parts/article.ts";
import { h, htmlOf } from "./element.ts";
import type { Article, Reading } from "./theme.ts";

/**
 * Sections of a post as one HTML element, the same in every theme: programs and feeds show it with styles of
 * their own. Blocks that cannot be shown are left out. No content makes it throw.
 */
export const articleHtml = (article: Article, reading: Reading): SafeHtml =>
  htmlOf(h("article", null, articleBlocks(article, reading)));
