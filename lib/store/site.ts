import { alteredSite } from "#lib/site/altered-site.ts";
import type { Trust } from "#lib/site/credential.ts";
import {
  type Author,
  type BesideManifests,
  type Category,
  type Collection,
  emptySite,
  type Redirect,
  type Site,
  type SiteSettings,
} from "#lib/site/site.ts";
import type { Group } from "#lib/site/user.ts";
import type { Workflow } from "#lib/site/workflow.ts";
import { equal, isNew, type Write } from "#lib/store/port/table-store.ts";
import type { Decision } from "./commit.ts";
import { commitScope } from "./commit-scope.ts";
import { getItem, putItem, queryItems } from "./items.ts";
import { retryUntilWhole } from "./retry-until-whole.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys, padded, type StoredItem } from "./table.ts";
import { formatOf, requireKnownFormat, tableFormat } from "./table-format.ts";

let held: Site | undefined;

const siteOf = (items: readonly StoredItem<"siteItem" | "siteVersion">[]): Site => {
  const all = <Value>(prefix: string): Value[] =>
    items.flatMap((item) =>
      "value" in item && item.sk.startsWith(prefix) ? [JSON.parse(item.value) as Value] : [],
    );
  return {
    version: siteVersionOf(items.find((item) => "version" in item)),
    // Earlier versions stored fewer settings.
    settings: { ...emptySite.settings, ...all<Partial<SiteSettings>>("SETTINGS")[0] },
    groups: all<Group>("GROUP#"),
    categories: all<Category>("CATEGORY#"),
    collections: all<Collection>("COLLECTION#"),
    workflows: all<Workflow>("WORKFLOW#"),
    authors: all<readonly Author[]>("AUTHORS")[0] ?? [],
    trusts: all<readonly Trust[]>("TRUSTS")[0] ?? [],
    redirects: all<readonly Redirect[]>("REDIRECTS")[0] ?? [],
    beside: all<BesideManifests>("BESIDE")[0] ?? emptySite.beside,
  };
};

/**
 * The version in a `SITE / VERSION` item; 0 if there is none yet. Throws `NewerFormat` if the item says that
 * this program cannot work with the table: nearly every request reads it anyway.
 */
export const siteVersionOf = (item: StoredItems["siteVersion"] | undefined): number => {
  requireKnownFormat(item);
  return item?.version ?? 0;
};

/** The format of the table. Throws `NewerFormat`. One request. */
export const readTableFormat = async (): Promise<number> => {
  const item = await getItem(keys.siteVersion());
  requireKnownFormat(item);
  return formatOf(item);
};

/** One request. */
export const readSiteVersion = async (): Promise<number> => siteVersionOf(await getItem(keys.siteVersion()));

/**
 * The site data of the version: this instance's copy, or read again. It is read again too if the copy is
 * newer, since the database may have been restored to an earlier time. Version 0 accepts any copy.
 */
export const siteAt = async (version: number): Promise<Site> => {
  // What is not committed yet is nothing to keep.
  if (commitScope()?.joint) return readSite();
  if (!held || (version !== 0 && held.version !== version)) held = await readSite();
  return held;
};

/** This instance's copy, however old; undefined before anything has read it. No request. */
export const heldSite = (): Site | undefined => held;

/** Reads the site data until two reads agree, so that all of it is of one version. Two requests. */
export const readSite = async (): Promise<Site> => {
  let before = (await readSiteOnce()).version;
  return retryUntilWhole(async () => {
    const site = await readSiteOnce();
    const isWhole = site.version === before;
    before = site.version;
    return isWhole ? site : undefined;
  });
};

/** Half of a change may be there, and half of it not yet. */
const readSiteOnce = async (): Promise<Site> =>
  siteOf(await queryItems<"siteItem" | "siteVersion">({ pk: keys.siteVersion().pk }));

/** The objects that a change of the site replaces or removes, by their ids where they have one. */
export interface SiteChanges {
  readonly settings?: SiteSettings;
  readonly groups?: readonly Group[];
  readonly categories?: readonly Category[];
  readonly collections?: readonly Collection[];
  readonly workflows?: readonly Workflow[];
  /** All authors, because they are one item. */
  readonly authors?: readonly Author[];
  /** All trusts, because they are one item. */
  readonly trusts?: readonly Trust[];
  /** All redirects, because they are one item. */
  readonly redirects?: readonly Redirect[];
  readonly beside?: BesideManifests;
  readonly removed?: readonly {
    readonly kind: "GROUP" | "CATEGORY" | "COLLECTION" | "WORKFLOW";
    readonly id: number;
  }[];
}

/** Changes the site to `next`, if it is unchanged since it was read. At most 90 objects at a time. */
export const decideSite = (read: Site, changes: SiteChanges, next: Site): Decision<Site> => {
  const { version } = next;
  const put = (sk: string, value: unknown): Write =>
    putItem(keys.siteItem(sk), { value: JSON.stringify(value) });
  const byId = (kind: string, objects: readonly { readonly id: number }[] = []) =>
    objects.map((object) => put(`${kind}#${padded(object.id)}`, object));
  return {
    writes: [
      versionWrite(read.version, version),
      ...(changes.settings ? [put("SETTINGS", changes.settings)] : []),
      ...byId("GROUP", changes.groups),
      ...byId("CATEGORY", changes.categories),
      ...byId("COLLECTION", changes.collections),
      ...byId("WORKFLOW", changes.workflows),
      ...(changes.authors ? [put("AUTHORS", changes.authors)] : []),
      ...(changes.trusts ? [put("TRUSTS", changes.trusts)] : []),
      ...(changes.redirects ? [put("REDIRECTS", changes.redirects)] : []),
      ...(changes.beside ? [put("BESIDE", changes.beside)] : []),
      ...(changes.removed ?? []).map(({ kind, id }) => ({
        delete: keys.siteItem(`${kind}#${padded(id)}`),
      })),
    ],
    change: { kind: "site", version, alters: alteredSite(read, next) },
    value: next,
  };
};

const versionWrite = (read: number, next: number): Write =>
  putItem(
    keys.siteVersion(),
    { version: next, format: tableFormat },
    read === 0 ? isNew : equal("version", read),
  );
