import { vouchedHtml } from "#lib/richtext/safe-html.ts";
import { h, htmlOf } from "#lib/themes/element.ts";
import type { Theme } from "#lib/themes/theme.ts";
import { articleBlocks } from "./article.ts";
import { postPage } from "./post-page.ts";
import { style } from "./style.ts";

/** The theme of sites that name none: type on paper, nothing that moves. */
export const plain: Theme = {
  style,
  articleHtml: (article, reading) => htmlOf(h("article", null, articleBlocks(article, reading))),
  postPage: (post, reading) => vouchedHtml(`<!doctype html>${htmlOf(postPage(post, reading))}`),
};
