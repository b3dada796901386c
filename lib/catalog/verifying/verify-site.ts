import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { Catalog } from "#lib/catalog/catalog.ts";
import { FullText } from "#lib/catalog/current/full-text.ts";
import { formOfWords } from "#lib/catalog/current/open-words.ts";
import { Follower } from "#lib/catalog/following/follower.ts";
import { type FollowedCatalog, rebuildCatalog } from "#lib/catalog/following/rebuild.ts";
import { storedChanges, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import {
  type ReadFile,
  readUsableNote,
  resumeSnapshot,
  snapshotTime,
  unpackFile,
} from "#lib/catalog/snapshots/open-snapshot.ts";
import { isTooOld, newestNoteKey, olderNoteKey } from "#lib/catalog/snapshots/snapshot-note.ts";
import { WordIndex } from "#lib/catalog/words/word-index.ts";
import { storedWords } from "#lib/catalog/words/word-source.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { withTemporaryFolder } from "#lib/files/temporary-folder.ts";
import { fullTextFileBeside } from "#lib/settings/catalog.ts";
import { findDifferences, findWordDifferences, holdingsOf } from "./verify.ts";

/** What was found of one catalog. */
export interface CatalogFinding {
  readonly catalog: "service" | "newest snapshot" | "older snapshot";
  /**
   * `unusable`: nothing can begin there. `not_compared`: there is nothing to compare, or nothing that can be
   * compared.
   */
  readonly state: "agrees" | "differs" | "unusable" | "not_compared";
  /** Sentences: each difference, or why it is of no use or was not compared. */
  readonly details: readonly string[];
}

/** True of what somebody must look after. */
export const isProblem = ({ state }: CatalogFinding): boolean => state === "differs" || state === "unusable";

/**
 * How often is looked until what looks wrong counts: a copy of a file that is being written to may be of two
 * moments.
 */
const looks = 3;

/**
 * Compares with catalogs made from the table: the file in which the service of a data directory keeps its
 * catalog, with the words beside it, and the stored snapshots. Each is brought up to date by the change log
 * first, so that a difference is something that was missed or damaged, also while the service goes on. Of
 * what looks wrong counts what is found three times. `catalogFile` is undefined for a service whose files are
 * elsewhere. Cost: what making a catalog from the table costs, and its words.
 */
export const verifySite = async (catalogFile: string | undefined): Promise<readonly CatalogFinding[]> => {
  let findings = await lookAtAll(catalogFile);
  for (let look = 1; look < looks && findings.some(isProblem); look++) {
    const again = await lookAtAll(catalogFile);
    findings = again.map((finding, index) => foundTwice(findings[index]!, finding));
  }
  return findings;
};

const foundTwice = (before: CatalogFinding, now: CatalogFinding): CatalogFinding => {
  if (!isProblem(now) || !isProblem(before)) return isProblem(now) ? before : now;
  const details = now.details.filter((detail) => before.details.includes(detail));
  return details.length > 0 ? { ...now, details } : { ...now, state: "agrees", details };
};

const lookAtAll = async (catalogFile: string | undefined): Promise<readonly CatalogFinding[]> => {
  const { catalog } = await rebuildCatalog(":memory:", storedChanges, storedLogTime);
  const rebuilt = { catalog, words: new FullText(new WordIndex(":memory:"), storedWords) };
  return [
    await finding("service", () => lookAtService(catalogFile, rebuilt)),
    await finding("newest snapshot", () => lookAtSnapshot("newest", rebuilt)),
    await finding("older snapshot", () => lookAtSnapshot("older", rebuilt)),
  ];
};

/** What the table makes of it. */
interface Rebuilt {
  readonly catalog: Catalog;
  readonly words: FullText;
}

/** Differences, or why there is nothing to compare. */
type Look = readonly string[] | { readonly notCompared: string };

const finding = async (
  catalog: CatalogFinding["catalog"],
  look: () => Promise<Look>,
): Promise<CatalogFinding> => {
  try {
    const found = await look();
    if ("notCompared" in found) return { catalog, state: "not_compared", details: [found.notCompared] };
    return { catalog, state: found.length > 0 ? "differs" : "agrees", details: found };
  } catch (error) {
    return { catalog, state: "unusable", details: [(error as Error).message] };
  }
};

const lookAtService = (file: string | undefined, rebuilt: Rebuilt): Promise<Look> =>
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
    if (position.highest > number) throw new Error("it knows more than the change log");
    const age = { position, checkedAtMs: notedAtMs };
    if (isTooOld(age, number, snapshotTime.wallMs(), snapshotTime.retentionMs)) return notCompared.tooOld;
    const start = { ...position, anchor, shownAtMs: storedLogTime.nowMs() };
    const follower = new Follower(storedChanges, start, storedLogTime);
    return compare({ catalog, follower }, existsSync(copies.words) ? copies.words : undefined, rebuilt);
  });

// A command has the file store's client anyway, which finds credentials where functions do not look.
const read: ReadFile = async (key) => (await (await openFiles()).get(key))?.body;

const lookAtSnapshot = (name: "newest" | "older", rebuilt: Rebuilt): Promise<Look> =>
  withTemporaryFolder("verify", async (folder) => {
    const noteKey = name === "newest" ? newestNoteKey() : olderNoteKey();
    const usable = await readUsableNote(noteKey, storedChanges, read);
    if (!usable) return notCompared.noSnapshot;
    const { note, last } = usable;
    const copies = { catalog: join(folder, "catalog.db"), words: join(folder, "words.db") };
    // Whole they should be, even where they are too old to begin at.
    await unpackFile(note.catalog, copies.catalog, read);
    await unpackFile(note.words.key, copies.words, read);
    if (isTooOld(note, last.number, snapshotTime.wallMs(), snapshotTime.retentionMs))
      return notCompared.tooOld;
    const followed = resumeSnapshot(copies.catalog, note, storedChanges, storedLogTime);
    return compare(followed, note.words.form === formOfWords() ? copies.words : undefined, rebuilt);
  });

/** Why something was not compared. */
const notCompared = {
  elsewhere: {
    notCompared:
      "the catalogs of a service that is not on this data directory cannot be looked at from outside; its instances begin at the snapshots",
  },
  noFile: { notCompared: "it has no file: the service has not been started yet, or keeps it in memory" },
  noProgress: { notCompared: "it is of an earlier version, or just being made" },
  tooOld: { notCompared: "it is too old to be brought up to date by the change log; nothing begins there" },
  noSnapshot: { notCompared: "there is none" },
} as const satisfies Record<string, Look>;

/**
 * How a catalog in copies of its files, once it has the changes above its position, differs from the one that
 * the table makes.
 */
const compare = async (
  { catalog, follower }: FollowedCatalog,
  wordsFile: string | undefined,
  rebuilt: Rebuilt,
): Promise<readonly string[]> => {
  const changes = (await follower.check()).map(({ change }) => change);
  catalog.apply(changes);
  // The other one may lack what was written since it was made.
  rebuilt.catalog.apply(changes);
  return [
    ...catalog.findDamage(),
    ...findDifferences(holdingsOf(rebuilt.catalog), catalog),
    ...findSurplus(catalog, rebuilt.catalog),
    ...(wordsFile === undefined ? [] : await compareWords(catalog, WordIndex.fromCopy(wordsFile), rebuilt)),
  ];
};

const compareWords = async (
  catalog: Catalog,
  index: WordIndex,
  rebuilt: Rebuilt,
): Promise<readonly string[]> => {
  // As a search does before it looks.
  await new FullText(index, storedWords).bringUpToDate(catalog);
  await rebuilt.words.bringUpToDate(rebuilt.catalog);
  return findWordDifferences(rebuilt.words.index, index, catalog.liveVersions);
};

/**
 * A sentence for each page and media object that the catalog has and the table has not, or in a lower
 * version.
 */
const findSurplus = (catalog: Catalog, rebuilt: Catalog): readonly string[] => {
  const { listings, media } = holdingsOf(catalog);
  return [
    ...listings.flatMap(({ id, version }) => surplus(`page ${id}`, version, rebuilt.versionOf(id))),
    ...media.flatMap(({ kind, id, version }) =>
      surplus(`${kind} ${id}`, version, rebuilt.mediaVersionOf(kind, id)),
    ),
  ];
};

const surplus = (name: string, version: number, known: number): readonly string[] =>
  version > known ? [`${name}: version ${version} is there, and the table has ${known || "nothing"}`] : [];
