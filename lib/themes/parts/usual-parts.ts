import { blogOpening, entries, entry } from "./blog-page.ts";
import type { Parts } from "./composition.ts";
import { homeBlogs, homeNewest, homeOpening } from "./home-page.ts";
import { postBody, postOpening } from "./post-page.ts";
import { siteFooter, siteHeader } from "./site-frame.ts";

/** The parts of themes that replace none. */
export const usualParts: Parts = {
  siteHeader,
  siteFooter,
  homeOpening,
  homeBlogs,
  homeNewest,
  blogOpening,
  entries,
  entry,
  postOpening,
  postBody,
};
