import type { Restriction } from "#lib/pages/restriction.ts";
import type { Group } from "./group.ts";
import type { Workflow } from "./workflow.ts";

export interface SiteSettings {
  readonly name: string;
  /** The origin of absolute links, without a trailing slash; null: that of the request. */
  readonly baseUrl: string | null;
  readonly theme: string;
  readonly locale: string;
}

export interface Category {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** `parentId` is null for the root collection only. */
export interface Collection {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly restriction: Restriction | null;
}

/**
 * Small data that administrators set. Each process keeps a copy, whose version it compares on each request; 0
 * is the version before the first change.
 */
export interface Site {
  readonly version: number;
  readonly settings: SiteSettings;
  readonly groups: readonly Group[];
  readonly categories: readonly Category[];
  readonly collections: readonly Collection[];
  readonly workflows: readonly Workflow[];
}

export const emptySite: Site = {
  version: 0,
  settings: { name: "Lectern", baseUrl: null, theme: "plain", locale: "en" },
  groups: [],
  categories: [],
  collections: [],
  workflows: [],
};
