import { type SafeHtml, vouchedHtml } from "#lib/richtext/safe-html.ts";
import { type Element, htmlOf } from "#lib/themes/element.ts";
import type { Theme } from "#lib/themes/theme.ts";
import { blogPage } from "./blog-page.ts";
import { homePage } from "./home-page.ts";
import { messagePage } from "./message-page.ts";
import { plainArticles } from "./plain-articles.ts";
import { postPage } from "./post-page.ts";
import { style } from "./style.ts";

const whole = (page: Element): SafeHtml => vouchedHtml(`<!doctype html>${htmlOf(page)}`);

/** The theme of sites that name none: type on paper, nothing that moves. */
export const plain: Theme = {
  ...plainArticles,
  style,
  postPage: (post, reading) => whole(postPage(post, reading)),
  homePage: (home, reading) => whole(homePage(home, reading)),
  blogPage: (blog, reading) => whole(blogPage(blog, reading)),
  messagePage: (message, reading) => whole(messagePage(message, reading)),
};
