import type { Theme } from "#lib/themes/theme.ts";
import { blogPage } from "./blog-page.ts";
import { documentHtml } from "./document.ts";
import { formPage } from "./form-page.ts";
import { homePage } from "./home-page.ts";
import { messagePage } from "./message-page.ts";
import { objectPage } from "./object-page.ts";
import { plainArticles } from "./plain-articles.ts";
import { playerStyle } from "./player-style.ts";
import { postPage } from "./post-page.ts";
import { style } from "./style.ts";
import { subscribePage } from "./subscribe-page.ts";

/** The built-in theme, also of sites that select none. Only players have a script, and nothing moves. */
export const plain: Theme = {
  ...plainArticles,
  style,
  playerStyle,
  postPage: (post, reading) => documentHtml(postPage(post, reading)),
  homePage: (home, reading) => documentHtml(homePage(home, reading)),
  blogPage: (blog, reading) => documentHtml(blogPage(blog, reading)),
  subscribePage: (page, reading) => documentHtml(subscribePage(page, reading)),
  messagePage: (message, reading) => documentHtml(messagePage(message, reading)),
  formPage: (page, reading) => documentHtml(formPage(page, reading)),
  objectPage: (page, reading) => documentHtml(objectPage(page, reading)),
};
