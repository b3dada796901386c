import { randomUUID } from "node:crypto";
import { clock } from "#lib/clock.ts";
import { aliasesOf } from "#lib/pages/addresses.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import {
  type CreatedKind,
  inMenus,
  type Page,
  type PageProperties,
  rootPageId,
  withProperties,
} from "#lib/pages/page.ts";
import { type AuditKind, type Revision, revisionListingOf } from "#lib/pages/revision.ts";
import { mayBeSlug, slugFromTitle } from "#lib/pages/slug.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { readSlugClaim } from "#lib/store/address-claims.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { drawNumbers, inOneRead } from "#lib/store/items.ts";
import { countBirths, putPage, putRevision, readPage } from "#lib/store/pages.ts";
import { plannedRead } from "#lib/store/planned-read.ts";
import { draftAudioWrites } from "#lib/store/schedules.ts";
import { type PlannedNumbers, plannedNumbers } from "#lib/store/sequences.ts";
import { aliasWrites, type SlugRules, slugWrites } from "./address-writes.ts";
import { pageOutcome } from "./change-page-state.ts";
import { listingWrites } from "./listing-writes.ts";

export interface PageToCreate extends NewPage {
  readonly slugRules?: SlugRules;
}

interface CreationReads {
  readonly parent?: typeof readPage;
  readonly claim?: typeof readSlugClaim;
  readonly numbers?: PlannedNumbers;
}

/** Plans to read the parent that a body names, and the claim on the slug there. */
export const creationReads = ({ values }: { readonly values: () => Readonly<Record<string, unknown>> }) => {
  const { parent, slug, title } = values();
  const { id } = (parent ?? {}) as { readonly id?: unknown };
  const numbers = plannedNumbers("IDS");
  if (!Number.isSafeInteger(id)) return { numbers };
  const parentId = id as number;
  const wanted = typeof slug === "string" ? slug : slugFromTitle(typeof title === "string" ? title : "");
  const known = { numbers, parent: plannedRead(readPage, parentId) };
  // Other texts cannot be in a key, and would fail the request that also reads the credentials.
  return mayBeSlug(wanted) ? { ...known, claim: plannedRead(readSlugClaim, parentId, wanted) } : known;
};

/**
 * Creates a page with its content as the first draft; publishes nothing. Of concurrent creations with one
 * slug one wins, others get `slug/duplicate`. Cost: four requests, two if its plan has read the parent and
 * the claim on the slug, and those of `prepare`.
 */
export const createPage = (
  parentId: number,
  prepare: (parent: Page | undefined) => PageToCreate | Promise<PageToCreate>,
  reads: CreationReads = {},
): Promise<SavedPage & { readonly parent: Page }> =>
  commitDecision(async (numbers) => {
    const parent = await (reads.parent ?? readPage)(parentId);
    const newPage = await inOneRead(
      () => prepare(parent),
      () => numbers.beginIds("page", "revision"),
    );
    if (!parent) throw new Error(`A page was prepared below ${parentId}, which does not exist.`);
    const ids = await numbers.ids("page", "revision");
    const creation = await decideCreation(ids, parent, newPage, clock.now());
    const { page } = creation.value;
    const writes = [
      ...creation.writes,
      countBirths(parent),
      ...(await slugWrites(null, page, newPage.slugRules, reads.claim)),
      ...(await aliasWrites(page, { draft: { after: aliasesOf(newPage.content) } }, newPage.slugRules)),
    ];
    return { ...creation, writes, value: { ...creation.value, parent }, outcome: pageOutcome(page) };
  }, reads.numbers);

export interface NewPage extends PageProperties {
  readonly kind: CreatedKind;
  readonly content: AnyContent;
  readonly ownerId: number | null;
  /** The client that creates it (contract#revision-client). */
  readonly client?: string | undefined;
  readonly fromManifest?: true;
  /** A new one unless the page comes from another service. */
  readonly uuid?: string | undefined;
}

export type NewIds = Readonly<Record<"page" | "revision", number>>;

export interface SavedPage {
  readonly page: Page;
  readonly latest: Revision;
}

/** Creates a page with its content as the first draft revision. Its slug is claimed by the caller. */
export const decideCreation = async (
  ids: NewIds,
  parent: Page,
  newPage: NewPage,
  now: string,
): Promise<Decision<SavedPage>> => {
  const latest: Revision = {
    id: ids.revision,
    pageId: ids.page,
    content: newPage.content,
    authorId: newPage.ownerId,
    ...(newPage.client !== undefined && { client: newPage.client }),
    createdAt: now,
    previousRevisionId: null,
    audit: { version: firstVersion, kind: "wagtail.create" satisfies AuditKind },
  };
  const page = {
    ...firstState(ids, parent, newPage, now),
    summary: revisionListingOf(latest, knownBlocks()),
  };
  const listing = await listingWrites(page, newPage.content, null);
  return {
    ...listing,
    writes: [
      putPage(page, null),
      ...putRevision(latest),
      ...draftAudioWrites(page.id, undefined, newPage.content),
      ...listing.writes,
    ],
    value: { page, latest },
  };
};

/** The version of a page that has just been created. */
const firstVersion = 1;

const firstState = (
  ids: NewIds,
  parent: Page,
  {
    kind,
    content,
    ownerId,
    showInMenus = false,
    commentsClosed,
    restriction = null,
    seasons,
    fromManifest,
    uuid = randomUUID(),
  }: NewPage,
  now: string,
): Page => {
  const page: Page = {
    id: ids.page,
    kind,
    parentId: parent.id,
    ancestors: [...parent.ancestors, parent.id],
    uuid,
    slug: content.slug,
    draftSlug: content.slug,
    title: content.title,
    ownerId,
    live: false,
    unpublishedChanges: true,
    latestRevisionId: ids.revision,
    liveRevisionId: null,
    createdAt: now,
    firstPublishedAt: null,
    lastPublishedAt: null,
    showInMenus: inMenus({ showInMenus }, content),
    restriction,
    lock: null,
    schedule: null,
    workflow: null,
    ...(fromManifest && { fromManifest }),
    version: firstVersion,
  };
  return withProperties(page, {
    ...(commentsClosed && { commentsClosed }),
    ...(seasons && { seasons }),
  });
};

/** The root of the page tree, created if there is none. Its id is 1, because its number is drawn first. */
export const createRootPage = (): Promise<Page> =>
  commitDecision(async () => {
    const existing = await readPage(rootPageId);
    if (existing) return { writes: [], value: existing };
    await drawNumbers("page");
    const root = rootPage(clock.now());
    return { writes: [putPage(root, null)], value: root };
  });

const rootPage = (now: string): Page => ({
  id: rootPageId,
  kind: "root",
  parentId: null,
  ancestors: [],
  uuid: randomUUID(),
  slug: "root",
  draftSlug: "root",
  title: "Root",
  ownerId: null,
  live: true,
  unpublishedChanges: false,
  latestRevisionId: null,
  liveRevisionId: null,
  createdAt: now,
  firstPublishedAt: null,
  lastPublishedAt: null,
  showInMenus: false,
  restriction: null,
  lock: null,
  schedule: null,
  workflow: null,
  version: 1,
});
