import { readyBlockNames } from "#lib/blocks/ready/ready-blocks.ts";
import { type Authored, emptyObject, type ObjectFields, type StoredObject } from "#lib/object-fields.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import type { Trust } from "./credential.ts";
import type { Group } from "./user.ts";
import type { Workflow } from "./workflow.ts";

/** A link of the site: a path within it, or an address of the web. */
const linkFields = {
  title: { type: "title", required: true },
  url: { type: "linkTarget", required: true },
} as const satisfies ObjectFields;

const webLinkFields = {
  ...linkFields,
  url: { type: "webAddress", required: true },
} as const satisfies ObjectFields;

export const linkAuthoring = {
  title: { label: "Title", help: "What readers see." },
  url: { label: "Leads to", help: "A path of the site such as /notes/, or an address of the web." },
} as const satisfies Authored<typeof linkFields>;

/** The settings of the whole site, which manifests say. */
export const settingFields = {
  name: { type: "title", empty: "Lectern", exported: "always" },
  /** The origin of absolute links, without a trailing slash; null: that of the request. */
  baseUrl: { type: "origin" },
  theme: { type: "theme", empty: "plain", exported: "always" },
  /** True if visitors may choose another theme on the site's pages. */
  themeSwitch: { type: "boolean" },
  locale: { type: "line", maxLength: 35, empty: "en", exported: "always" },
  /** The time zone of the days and months that readers see and filter by. */
  timezone: { type: "timezone", empty: "UTC" },
  logo: { type: "image" },
  favicon: { type: "image" },
  /** The picture that other sites show with links to pages that have none of their own. */
  shareImage: { type: "image" },
  navigation: { type: "objects", fields: linkFields, maxMembers: 20 },
  /** The site's places elsewhere. */
  socialLinks: { type: "objects", fields: webLinkFields, maxMembers: 20 },
  /** The features of paragraphs; null if the site sets none. The environment wins. */
  richTextFeatures: { type: "features" },
  /** The blocks of Lectern that authors may write (contract#ready-blocks). */
  readyBlocks: { type: "someOf", names: readyBlockNames },
  /** The hosts of which posts embed content; empty for those that Lectern knows (contract#embeds). */
  embedHosts: { type: "hosts", maxMembers: 50 },
  /** The hub that tells subscribers that a feed has changed (WebSub); null for none. */
  websubHub: { type: "hub" },
  /** True if agents may ask people for access by OAuth (contract#agent-sign-in). */
  agentSignIn: { type: "boolean" },
} as const satisfies ObjectFields;

export const settingAuthoring = {
  name: { label: "Name", help: "What the site is called." },
  baseUrl: {
    label: "Address",
    help: "Where links to the site lead, such as https://notes.example; left out, where it was asked for.",
  },
  theme: { label: "Theme", help: "How its pages look." },
  themeSwitch: {
    label: "Choice of themes",
    help: "Lets visitors choose another theme at the foot of its pages.",
  },
  locale: { label: "Language", help: "The language of its pages, such as en or de-AT." },
  timezone: { label: "Time zone", help: "Decides the days and months of posts, such as Europe/Berlin." },
  logo: { label: "Logo", help: "A picture for the head of its pages, and for feeds." },
  favicon: { label: "Icon", help: "A picture for the tabs of browsers." },
  shareImage: { label: "Shared picture", help: "Shown elsewhere with links to pages that have no picture." },
  navigation: { label: "Navigation", help: "Links at the head of its pages." },
  socialLinks: {
    label: "Elsewhere",
    help: "Links at the foot of its pages to places where the site is, too.",
  },
  richTextFeatures: {
    label: "Rich text",
    help: "What paragraphs may contain; left out, what the service permits.",
  },
  readyBlocks: {
    label: "Ready blocks",
    help: "Blocks that posts may have beside paragraphs, code and media, such as tables.",
  },
  embedHosts: {
    label: "Embedded hosts",
    help: "Hosts whose videos and posts the block external_embed takes, such as youtube.com.",
  },
  websubHub: { label: "WebSub hub", help: "The address of a service that tells subscribers of new posts." },
  agentSignIn: {
    label: "Agents sign in",
    help: "Lets people connect hosted assistants, which ask them for access on a page of the site.",
  },
} as const satisfies Authored<typeof settingFields>;

export interface SiteSettings extends StoredObject<typeof settingFields> {}

export const categoryFields = {
  slug: { type: "slug", required: true },
  name: { type: "title", required: true },
} as const satisfies ObjectFields;

export const categoryAuthoring = {
  slug: { label: "Slug", help: "The name of the category in addresses." },
  name: { label: "Name", help: "What readers see." },
} as const satisfies Authored<typeof categoryFields>;

/** The mark of what an administrator has made one by one: all other such objects were made by manifests. */
export interface MadeByHand {
  readonly byHand?: true;
}

export interface Category extends StoredObject<typeof categoryFields>, MadeByHand {
  readonly id: number;
}

export const authorFields = {
  slug: { type: "slug", required: true },
  name: { type: "title", required: true },
} as const satisfies ObjectFields;

export const authorAuthoring = {
  slug: { label: "Slug", help: "The name of the author in addresses, and what posts name." },
  name: { label: "Name", help: "What readers see." },
} as const satisfies Authored<typeof authorFields>;

/** An author whom posts name; not all have an account. */
export interface Author extends StoredObject<typeof authorFields>, MadeByHand {}

export const redirectFields = {
  from: { type: "sitePath", required: true },
  pageId: { type: "page", called: "to", required: true },
  /** The name of a document of the page's feed, to which only the path itself leads instead. */
  feed: { type: "feedName", optional: true },
} as const satisfies ObjectFields;

export const redirectAuthoring = {
  from: { label: "From", help: "A path of the site, such as one of an earlier site." },
  pageId: { label: "To", help: "The page to which it leads." },
  feed: { label: "Feed", help: "A document of the feed of that page, to which it leads instead." },
} as const satisfies Authored<typeof redirectFields>;

/** A path of the site that leads to a page; what is below it leads below the page. */
export interface Redirect extends StoredObject<typeof redirectFields>, MadeByHand {}

/** `parentId` is null for the root collection only. */
export interface Collection extends MadeByHand {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly restriction: Restriction | null;
}

/** The collection above all others. */
export const rootCollection: Collection = { id: 1, parentId: null, name: "Root", restriction: null };

/** A member of a thing that a manifest has set, and that somebody has changed in another way since. */
export interface ChangedBeside {
  /** The kind and name, as in the outcome of an application, such as `category birds`. */
  readonly thing: string;
  /** In a manifest's words; null: the thing was removed. */
  readonly member: string | null;
  /** Short digests of the value that the manifest has set, and of the present one. */
  readonly was: string;
  readonly is: string;
}

/** What is known of manifests that were applied, and of changes beside them. */
export interface BesideManifests {
  /** True if a manifest has set the settings. */
  readonly hasSettings: boolean;
  readonly changed: readonly ChangedBeside[];
  /** Short digests of what manifests have made and may be removed, such as `token ci`; absent for none. */
  readonly made?: readonly string[];
}

/** Small data that administrators set. Each process keeps a copy, and compares its version per request. */
export interface Site {
  readonly version: number;
  readonly settings: SiteSettings;
  readonly groups: readonly Group[];
  readonly categories: readonly Category[];
  readonly collections: readonly Collection[];
  readonly workflows: readonly Workflow[];
  readonly authors: readonly Author[];
  /** The trusts in the order of the manifest: of several that match a token, the first counts. */
  readonly trusts: readonly Trust[];
  readonly redirects: readonly Redirect[];
  readonly beside: BesideManifests;
}

export const emptySite: Site = {
  version: 0,
  settings: /* @__PURE__ */ emptyObject(settingFields),
  groups: [],
  categories: [],
  collections: [],
  workflows: [],
  authors: [],
  trusts: [],
  redirects: [],
  beside: { hasSettings: false, changed: [] },
};

/** A collection with those above it, from the root down to its parent. */
export interface PlacedCollection {
  readonly collection: Collection;
  readonly ancestors: readonly Collection[];
}

/** Depth first, siblings by id; without collections that do not hang below the root. */
export const collectionTree = (collections: readonly Collection[]): readonly PlacedCollection[] => {
  const children = Map.groupBy(collections, ({ parentId }) => parentId);
  const below = (parentId: number | null, ancestors: readonly Collection[]): PlacedCollection[] =>
    (children.get(parentId) ?? [])
      .toSorted((one, other) => one.id - other.id)
      .flatMap((collection) => [
        { collection, ancestors },
        ...below(collection.id, [...ancestors, collection]),
      ]);
  return below(null, []);
};

/** True for a name without control characters, which could control the terminal of a person who lists it. */
export const isPlainName = (text: string): boolean => !/\p{Cc}/u.test(text);
