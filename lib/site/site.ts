import type { Restriction } from "#lib/pages/restriction.ts";
import type { Group } from "./group.ts";
import type { Workflow } from "./workflow.ts";

/** What the site says of itself. */
export interface SiteSettings {
  readonly name: string;
  /** Origin of absolute links, without a trailing slash; null: the request's own. */
  readonly baseUrl: string | null;
  readonly theme: string;
  readonly locale: string;
}

/** A category of posts. */
export interface Category {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** A media collection; `parentId` is null for the root collection only. */
export interface Collection {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly restriction: Restriction | null;
}

/**
 * Everything that an administrator sets and that is small: held by each instance, and kept current by its
 * version, which is read along with every request. `version` is 0 before the first change.
 */
export interface Site {
  readonly version: number;
  readonly settings: SiteSettings;
  readonly groups: readonly Group[];
  readonly categories: readonly Category[];
  readonly collections: readonly Collection[];
  readonly workflows: readonly Workflow[];
}

/** The site before anybody has set anything. */
export const emptySite: Site = {
  version: 0,
  settings: { name: "Lectern", baseUrl: null, theme: "plain", locale: "en" },
  groups: [],
  categories: [],
  collections: [],
  workflows: [],
};
