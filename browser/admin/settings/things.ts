import { signal } from "@preact/signals";
import type { JsonObject } from "#lib/json.ts";
import type { SiteThings } from "../../../packages/client/src/editor.ts";
import { Refusal } from "../../../packages/client/src/index.ts";
import { service } from "../shell/service.ts";

/** What administrators set of the site, as it was read last. */
export const things = signal<SiteThings | null>(null);

export const readThings = async (): Promise<void> => {
  things.value = await service.readSiteThings();
};

/**
 * Makes a change. Refused with `site_conflict` if somebody else has changed the same section since it was read;
 * then it is read again.
 */
export const changeThings = async (change: Parameters<typeof service.updateSiteThings>[1]): Promise<void> => {
  if (!things.value) return;
  try {
    things.value = await service.updateSiteThings(things.value, change);
  } catch (error) {
    if (error instanceof Refusal && error.code === "site_conflict") await readThings();
    throw error;
  }
};

/** How a section of the site's things is shown. */
export interface Section {
  readonly name: string;
  /** What names an object of a list; absent of sections that are one value. */
  readonly identity?: string;
}

/** The sections, in the order in which people need them. */
export const sections: readonly Section[] = [
  { name: "settings" },
  { name: "navigation" },
  { name: "social_links" },
  { name: "parents", identity: "path" },
  { name: "categories", identity: "slug" },
  { name: "authors", identity: "slug" },
  { name: "groups", identity: "name" },
  { name: "workflows", identity: "name" },
  { name: "collections", identity: "path" },
  { name: "restrictions", identity: "page" },
  { name: "webhooks", identity: "name" },
  { name: "redirects", identity: "from" },
];

/** The objects of a section that is a list. */
export const objectsIn = (section: string): readonly JsonObject[] => {
  const value = (things.value as Readonly<Record<string, unknown>> | null)?.[section];
  return Array.isArray(value) ? value : [];
};
