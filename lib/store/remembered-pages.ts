import { idsAbove } from "#lib/pages/addresses.ts";
import type { Page } from "#lib/pages/page.ts";

/** Where to find what the next request for a page is likely to read. */
export interface RememberedPage {
  readonly latestRevisionId: number | null;
  /** The pages whose slugs are in its address. */
  readonly above: readonly number[];
}

/** A full memory is cleared. A page takes some 150 bytes. */
const maxPages = 10_000;

let remembered: Map<number, RememberedPage> | undefined;

/**
 * Has the pages remembered that this process writes, so that a request can ask for a page, its latest
 * revision and what is above it by their keys, in the request of the credentials. Only keys are taken from
 * memory: what another process has changed is read anew. For a service that writes most pages itself, and
 * does not pay for read units: a query takes one less than the items do.
 */
export const rememberPages = (isOn: boolean): void => {
  remembered = isOn ? new Map() : undefined;
};

/** Remembers a page whose row has been written. */
export const rememberPage = (page: Pick<Page, "id" | "latestRevisionId" | "ancestors">): void => {
  if (!remembered) return;
  if (remembered.size >= maxPages) remembered.clear();
  remembered.set(page.id, { latestRevisionId: page.latestRevisionId, above: idsAbove(page) });
};

export const rememberedPage = (id: number): RememberedPage | undefined => remembered?.get(id);

/** Forgets a page that is gone. */
export const forgetPage = (id: number): void => {
  remembered?.delete(id);
};
