import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Catalog } from "#lib/catalog/catalog.ts";
import { resumeEditorListings } from "#lib/catalog/current/current-editor-listings.ts";
import { FullText } from "#lib/catalog/current/full-text.ts";
import type { EditorListings } from "#lib/catalog/editor-listings/editor-listings.ts";
import {
  type FollowedEditorListings,
  followFromRows,
  noteChanges,
  readNoted,
} from "#lib/catalog/editor-listings/followed-editor-listings.ts";
import { Follower, isLostTrack } from "#lib/catalog/following/follower.ts";
import { type FollowedCatalog, rebuildCatalog } from "#lib/catalog/following/rebuild.ts";
import { storedChanges, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import {
  type ReadFile,
  readUsableNote,
  resumeSnapshot,
  snapshotTime,
  unpackFile,
} from "#lib/catalog/snapshots/open-snapshot.ts";
import { isTooOld, newestNoteKey, OfOtherLog, olderNoteKey } from "#lib/catalog/snapshots/snapshot-note.ts";
import { storedWords } from "#lib/catalog/words/index-changed-pages.ts";
import { formOfWords, WordIndex } from "#lib/catalog/words/word-index.ts";
import { certain } from "#lib/certain.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { withTemporaryFolder } from "#lib/files/temporary-folder.ts";
import type { Media } from "#lib/media/media.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { fullTextFileBeside } from "#lib/settings/catalog.ts";

export interface Holdings {
  readonly listings: readonly Listing[];
  readonly media: readonly Media[];
}

/** A sentence for each holding that the catalog lacks, or has in a lower version or differently. */
export const findDifferences = ({ listings, media }: Holdings, catalog: Catalog): readonly string[] => [
  ...listings.flatMap((listing) => {
    const { id, version } = listing;
    const isSame = () => isDeepStrictEqual(catalog.listingById(id), listing);
    return differences(`page ${id}`, version, catalog.versionOf(id), isSame);
  }),
  ...media.flatMap((object) => {
    const { kind, id, version } = object;
    const isSame = () => isDeepStrictEqual(catalog.media(kind, id), object);
    return differences(`${kind} ${id}`, version, catalog.mediaVersionOf(kind, id), isSame);
  }),
];

const differences = (
  name: string,
  version: number,
  known: number,
  isSame: () => boolean,
): readonly string[] => {
  if (known < version) return [`${name}: version ${version} is missing, ${known || "nothing"} is there`];
  return known > version || isSame() ? [] : [`${name}: version ${version} differs`];
};

export const holdingsOf = (catalog: Catalog): Holdings => ({
  listings: catalog.listings(),
  media: catalog.allMedia(),
});

/**
 * A sentence for each listing for editors that is missing, older or different, or that should not be there.
 */
const findEditorListingDifferences = (expected: EditorListings, found: EditorListings): readonly string[] => {
  const [rows, stored] = [expected.byId, found.byId];
  const missing = [...rows.values()].flatMap((row) => {
    const { id, version } = row;
    const isSame = () => isDeepStrictEqual(asJson(stored.get(id)), asJson(row));
    return differences(`draft of page ${id}`, version, stored.get(id)?.version ?? 0, isSame);
  });
  const surplus = [...stored.values()].flatMap(({ id, version }) =>
    surplusOf(`draft of page ${id}`, version, rows.get(id)?.version ?? 0),
  );
  return [...missing, ...surplus];
};

/** Absent members, and those that are undefined, are the same in a file. */
const asJson = (value: unknown): unknown => value && JSON.parse(JSON.stringify(value));

const surplusOf = (name: string, version: number, known: number): readonly string[] =>
  version > known ? [`${name}: version ${version} is there, and the table has ${known || "nothing"}`] : [];

/**
 * A sentence for each page whose words differ, without pages that have changed since `expected` was built.
 */
export const findWordDifferences = (
  expected: WordIndex,
  index: WordIndex,
  liveVersions: Uint32Array,
): readonly string[] => {
  const [rebuilt, found] = [expected.fingerprints(), index.fingerprints()];
  return Array.from(expected.versions).flatMap((version, id) => {
    if (version !== (liveVersions[id] ?? 0)) return [];
    const isSame = () => (found[id] ?? 0) === rebuilt[id];
    return differences(`words of page ${id}`, version, index.versions[id] ?? 0, isSame);
  });
};

export interface CatalogFinding {
  readonly catalog: "service" | "newest snapshot" | "older snapshot";
  /** `unusable`: nothing can start from it. `not_compared`: there is nothing to compare, or no way to. */
  readonly state: "agrees" | "differs" | "unusable" | "not_compared";
  /** A sentence for each difference, or the reason. */
  readonly details: readonly string[];
}

/** True if somebody must act. */
export const isProblem = ({ state }: CatalogFinding): boolean => state === "differs" || state === "unusable";

/** A copy of a file that is being written may mix two moments, so only what several checks find counts. */
const maxChecks = 3;

/**
 * Compares the service's catalog file, its index of words, and the snapshots with ones built from the table.
 * Each is first brought up to date from the change log, so that every difference is a missed change or
 * damage, even while the service runs. `catalogFile` is undefined if the service's files are elsewhere.
 */
export const verifySite = async (catalogFile: string | undefined): Promise<readonly CatalogFinding[]> => {
  let findings = await checkAll(catalogFile);
  for (let check = 1; check < maxChecks && findings.some(isProblem); check++) {
    const again = await checkAll(catalogFile);
    findings = again.map((finding, index) => confirmed(certain(findings[index]), finding));
  }
  return findings;
};

const confirmed = (before: CatalogFinding, now: CatalogFinding): CatalogFinding => {
  if (!isProblem(now) || !isProblem(before)) return isProblem(now) ? before : now;
  const details = now.details.filter((detail) => before.details.includes(detail));
  return details.length > 0 ? { ...now, details } : { ...now, state: "agrees", details };
};

const checkAll = async (catalogFile: string | undefined): Promise<readonly CatalogFinding[]> => {
  const { catalog } = await rebuildCatalog(":memory:", storedChanges, storedLogTime);
  const words = new FullText(new WordIndex(":memory:"), storedWords);
  const rebuilt = { catalog, words, editorListings: await followFromRows() };
  return [
    await finding("service", () => checkService(catalogFile, rebuilt)),
    await finding("newest snapshot", () => checkSnapshot("newest", rebuilt)),
    await finding("older snapshot", () => checkSnapshot("older", rebuilt)),
  ];
};

interface Rebuilt {
  readonly catalog: Catalog;
  readonly words: FullText;
  /** From the rows of all pages. */
  readonly editorListings: FollowedEditorListings;
}

/** Differences, or why nothing was compared. */
type Comparison = readonly string[] | { readonly notCompared: string };

const finding = async (
  catalog: CatalogFinding["catalog"],
  check: () => Promise<Comparison>,
): Promise<CatalogFinding> => {
  try {
    const found = await check();
    if ("notCompared" in found) return { catalog, state: "not_compared", details: [found.notCompared] };
    return { catalog, state: found.length > 0 ? "differs" : "agrees", details: found };
  } catch (error) {
    const { message } = error as Error;
    // Whatever would begin there notices this first and passes it over: nobody has to act.
    const isPassedOver = error instanceof OfOtherLog || isLostTrack(error);
    return isPassedOver
      ? { catalog, state: "not_compared", details: [`${message}; nothing begins there`] }
      : { catalog, state: "unusable", details: [message] };
  }
};

const checkService = (file: string | undefined, rebuilt: Rebuilt): Promise<Comparison> =>
  withTemporaryFolder("verify", async (folder) => {
    if (file === undefined) return notCompared.elsewhere;
    if (!existsSync(file)) return notCompared.noFile;
    const copies = { catalog: join(folder, "catalog.db"), words: join(folder, "words.db") };
    await copyFile(file, copies.catalog);
    const wordsFile = fullTextFileBeside(file);
    if (existsSync(wordsFile)) await copyFile(wordsFile, copies.words);
    const catalog = Catalog.fromRows(copies.catalog);
    const { progress } = catalog;
    if (!progress) return notCompared.noProgress;
    const { number } = await storedChanges.lastDrawn();
    const { position, anchor, notedAtMs } = progress;
    if (position.highest > number) throw new OfOtherLog("it knows more than the change log");
    const age = { position, checkedAtMs: notedAtMs };
    if (isTooOld(age, number, snapshotTime.wallMs(), snapshotTime.retentionMs)) return notCompared.tooOld;
    const start = { ...position, anchor, shownAtMs: storedLogTime.nowMs() };
    const follower = new Follower(storedChanges, start, storedLogTime);
    return compare({ catalog, follower }, existsSync(copies.words) ? copies.words : undefined, rebuilt);
  });

// A command loads the file store's client anyway, which finds more kinds of credentials.
const read: ReadFile = async (key) => (await (await openFiles()).get(key))?.body;

const checkSnapshot = (name: "newest" | "older", rebuilt: Rebuilt): Promise<Comparison> =>
  withTemporaryFolder("verify", async (folder) => {
    const noteKey = name === "newest" ? newestNoteKey() : olderNoteKey();
    const usable = await readUsableNote(noteKey, storedChanges, read);
    if (!usable) return notCompared.noSnapshot;
    const { note, last } = usable;
    const copies = { catalog: join(folder, "catalog.db"), words: join(folder, "words.db") };
    // The files must be intact even if they are too old to start from.
    const editorListings = await resumeEditorListings(note, read);
    await unpackFile(note.catalog, copies.catalog, read);
    await unpackFile(note.words.key, copies.words, read);
    if (isTooOld(note, last.number, snapshotTime.wallMs(), snapshotTime.retentionMs))
      return notCompared.tooOld;
    const followed = resumeSnapshot(copies.catalog, note, storedChanges, storedLogTime);
    return [
      ...(await compare(followed, copies.words, rebuilt)),
      ...(await compareEditorListings(editorListings, rebuilt.editorListings)),
    ];
  });

const notCompared = {
  elsewhere: {
    notCompared:
      "the catalogs of a service that is not on this data directory cannot be looked at from outside; its instances begin at the snapshots",
  },
  noFile: { notCompared: "it has no file: the service has not been started yet, or keeps it in memory" },
  noProgress: { notCompared: "it is of an earlier version, or just being made" },
  tooOld: { notCompared: "it is too old to be brought up to date by the change log; nothing begins there" },
  noSnapshot: { notCompared: "there is none" },
} as const satisfies Record<string, Comparison>;

/** Applies the changes above the catalog's position, then compares it with the one built from the table. */
const compare = async (
  { catalog, follower }: FollowedCatalog,
  wordsFile: string | undefined,
  rebuilt: Rebuilt,
): Promise<readonly string[]> => {
  const changes = (await follower.check()).map(({ change }) => change);
  catalog.apply(changes);
  // The rebuilt catalog may lack what was written since.
  rebuilt.catalog.apply(changes);
  return [
    ...catalog.findDamage(),
    ...findDifferences(holdingsOf(rebuilt.catalog), catalog),
    ...findSurplus(catalog, rebuilt.catalog),
    ...(wordsFile === undefined ? [] : await compareWords(catalog, wordsFile, rebuilt)),
  ];
};

const compareWords = async (
  catalog: Catalog,
  wordsFile: string,
  rebuilt: Rebuilt,
): Promise<readonly string[]> => {
  const index = WordIndex.fromCopy(wordsFile);
  // With another form, all words may differ.
  if (index.form !== formOfWords()) return [];
  // As each search does first.
  await new FullText(index, storedWords).bringUpToDate(catalog);
  await rebuilt.words.bringUpToDate(rebuilt.catalog);
  return findWordDifferences(rebuilt.words.index, index, catalog.liveVersions);
};

const compareEditorListings = async (stored: FollowedEditorListings, rows: FollowedEditorListings) => {
  // The rows last: they are at least as new as what they are compared with.
  for (const followed of [stored, rows]) {
    await noteChanges(followed);
    await readNoted(followed.listings);
  }
  return findEditorListingDifferences(rows.listings, stored.listings);
};

const findSurplus = (catalog: Catalog, rebuilt: Catalog): readonly string[] => {
  const { listings, media } = holdingsOf(catalog);
  return [
    ...listings.flatMap(({ id, version }) => surplusOf(`page ${id}`, version, rebuilt.versionOf(id))),
    ...media.flatMap(({ kind, id, version }) =>
      surplusOf(`${kind} ${id}`, version, rebuilt.mediaVersionOf(kind, id)),
    ),
  ];
};
