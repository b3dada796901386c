/** Where people edit the page: a path below the admin. */
export const editUrl = (pageId: number): string => `/cms/pages/${pageId}/edit/`;

/** Where people look at the page's draft: a path below the admin. */
export const previewUrl = (pageId: number): string => `/cms/pages/${pageId}/view_draft/`;

/**
 * The site-relative address of a page, with its trailing slash, from the slugs of the pages above it and its own. The
 * site's root page is `/`; pages outside of it have no address.
 */
export const publicUrl = (slugsBelowHome: readonly string[]): string =>
  slugsBelowHome.length === 0 ? "/" : `/${slugsBelowHome.map(encodeURIComponent).join("/")}/`;
