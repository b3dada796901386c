import type { Page } from "./page.ts";
import { comparedSlug } from "./slug.ts";

/** Where people edit the page: a path below the admin. */
export const editUrl = (pageId: number): string => `/cms/pages/${pageId}/edit/`;

/** Where people look at the page's draft: a path below the admin. */
export const previewUrl = (pageId: number): string => `/cms/pages/${pageId}/view_draft/`;

/**
 * The ids of the pages whose slugs stand before a page's own in its address: neither the root nor the site's
 * root page.
 */
export const idsAbove = ({ ancestors }: Pick<Page, "ancestors">): readonly number[] => ancestors.slice(2);

/** What addresses below the site begin with that are not its pages'. */
const reservedSlugs: ReadonlySet<string> = new Set(["_feeds", "_files", "accounts", "api", "cms", "media"]);

/**
 * Why a page cannot have a slug, in a sentence; undefined where it can. Pages right below the site's root
 * page begin an address.
 */
export const slugReservation = (slug: string, ancestors: Page["ancestors"]): string | undefined =>
  ancestors.length === 2 && reservedSlugs.has(slug)
    ? `No page below the home page can be called '${slug}': the addresses below /${slug}/ are the service's own.`
    : undefined;

/**
 * A site-relative address from the slugs of the pages from the site's root page down, itself left out, with a
 * slash at both ends.
 */
export const publicUrl = (slugs: readonly string[]): string =>
  `/${slugs.map((slug) => `${encodeURIComponent(slug)}/`).join("")}`;

/**
 * The slugs in the decoded path of a site-relative address, without its first slash and with or without its
 * last.
 */
export const slugsIn = (path: string): readonly string[] =>
  path === "" ? [] : comparedSlug(path).replace(/\/$/, "").split("/");
