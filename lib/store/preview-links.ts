import { clock } from "#lib/clock.ts";
import type { PreviewLink } from "#lib/pages/preview-link.ts";
import { equal, isNew, type Write } from "#lib/store/port/table-store.ts";
import { getItem, putItem } from "./items.ts";
import { type KeyOf, keys } from "./table.ts";

export interface PreviewLinks {
  readonly key: KeyOf<"previewLinks">;
  /** The links of a page that have not expired, oldest first. */
  readonly links: readonly PreviewLink[];
  /** The stored text, expired links included; undefined for none. */
  readonly stored: string | undefined;
}

/** The preview links of a page. DynamoDB removes expired ones late, and all at once. One request. */
export const readPreviewLinks = async (pageId: number): Promise<PreviewLinks> => {
  const key = keys.previewLinks(pageId);
  const stored = (await getItem(key))?.links;
  const all = stored === undefined ? [] : (JSON.parse(stored) as PreviewLink[]);
  return { key, links: all.filter(({ expiresAt }) => Date.parse(expiresAt) > clock.nowMs()), stored };
};

/** Replaces a page's links, if they are unchanged since they were read. */
export const putPreviewLinks = ({ key, stored }: PreviewLinks, links: readonly PreviewLink[]): Write => {
  // The text is compared as a whole, because a version would begin again with each item.
  const unchanged = stored === undefined ? isNew : equal("links", stored);
  if (links.length === 0) return { delete: key, if: unchanged };
  const lastExpiry = Math.max(...links.map(({ expiresAt }) => Date.parse(expiresAt)));
  return putItem(key, { links: JSON.stringify(links), expires_at: Math.ceil(lastExpiry / 1000) }, unchanged);
};

/** Ends all preview links of a page. */
export const deletePreviewLinks = (pageId: number): Write => ({
  delete: keys.previewLinks(pageId),
});
