import { type AnyContent, isPostContent } from "./content.ts";
import type { Page } from "./page.ts";
import { comparedSlug } from "./slug.ts";

/** A path below the admin. */
export const editUrl = (pageId: number): string => `/cms/pages/${pageId}/edit/`;

/** A path below the admin. */
export const previewUrl = (pageId: number): string => `/cms/pages/${pageId}/view_draft/`;

/**
 * The addresses of a preview link, for people and for programs. `key` is its secret. It is in the query,
 * because fewer logs have queries than paths.
 */
export const previewLinkPaths = (link: { readonly pageId: number; readonly id: number }, key: string) => {
  const path = `/cms/pages/${link.pageId}/previews/${link.id}/?key=${key}`;
  return { path, jsonPath: `/api${path}` };
};

/** The last part of the address of a podcast's page that says how to subscribe. */
export const subscribeSlug = "subscribe";

/** The pages above whose slugs are in a page's address: without the root and the site's home page. */
export const idsAbove = ({ ancestors }: Pick<Page, "ancestors">): readonly number[] => ancestors.slice(2);

/** First segments of the service's own addresses. */
const reservedSlugs: ReadonlySet<string> = new Set([
  "_feeds",
  "_files",
  "_scripts",
  "accounts",
  "api",
  "cms",
  "media",
  "setup",
]);

/** Files of the service at the start of addresses, whose names are no slugs. */
const ownFiles: ReadonlySet<string> = new Set(["favicon.ico", "llms.txt", "robots.txt", "sitemap.xml"]);

/** True if addresses that begin with this name are the service's own. */
export const isReservedStart = (name: string): boolean => reservedSlugs.has(name) || ownFiles.has(name);

/** Why a page cannot have a slug, in a sentence; only pages right below the home page begin an address. */
export const slugReservation = (slug: string, ancestors: Page["ancestors"]): string | undefined =>
  ancestors.length === 2 && reservedSlugs.has(slug)
    ? `No page below the home page can be called '${slug}': the addresses below /${slug}/ are the service's own.`
    : undefined;

/** The site-relative address of a page from the slugs below the home page, with a slash at both ends. */
export const publicUrl = (slugs: readonly string[]): string =>
  `/${slugs.map((slug) => `${encodeURIComponent(slug)}/`).join("")}`;

/** `path` is decoded, without its first slash, with or without its last. */
export const slugsIn = (path: string): readonly string[] =>
  path === "" ? [] : comparedSlug(path).replace(/\/$/, "").split("/");

/** The one form of a decoded path in which all that lead to a page are equal, with a slash at both ends. */
export const comparedPath = (path: string): string => ["", ...slugsIn(path.slice(1)), ""].join("/");

/**
 * The most aliases of one post. A publication may change twice as many claims, in one transaction of at most
 * 100 items.
 */
export const maxAliases = 20;

/** Without the slashes around it, decoded. DynamoDB limits keys, which contain an alias, to 1,024 bytes. */
export const maxAliasBytes = 1_000;

/**
 * The key by which aliases are compared: the slugs and other names of a path, decoded, in NFC, joined by
 * slashes. Undefined for names that no alias has, such as those of the service's own addresses.
 */
export const aliasKey = (names: readonly string[]): string | undefined => {
  const key = names.join("/").normalize("NFC");
  const isAlias =
    names.every(isName) && !isReservedStart(names[0] ?? "") && Buffer.byteLength(key) <= maxAliasBytes;
  return isAlias ? key : undefined;
};

const aliasGrammar = /^\/(?!\/)[^?#\\]*$/;

/** What documents and forms say of aliases; whether one is taken depends on more than its characters. */
export const aliasPattern = (): string => aliasGrammar.source;

/** The key of a path such as `/2019/caf%C3%A9.html`; a slash at its end makes no difference. */
export const keyOfAlias = (alias: string): string | undefined => {
  if (!aliasGrammar.test(alias)) return undefined;
  const names = alias.slice(1).replace(/\/$/, "").split("/");
  try {
    return alias === "/" ? "" : aliasKey(names.map(decodeURIComponent));
  } catch {
    return undefined;
  }
};

const isName = (name: string): boolean =>
  name !== "" && name !== "." && name !== ".." && !/[/\\\p{Cc}]/u.test(name) && name.isWellFormed();

/** The aliases of a page's content, each address once. */
export const aliasesOf = (content: AnyContent | null | undefined): readonly string[] =>
  (content && isPostContent(content) && content.aliases) || [];

/** The first alias of each address. */
export const distinctAliases = (aliases: readonly string[]): string[] => {
  const addresses = aliases.map(keyOfAlias);
  return aliases.filter((_, index) => addresses.indexOf(addresses[index]) === index);
};
