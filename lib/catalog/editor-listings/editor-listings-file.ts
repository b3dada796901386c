import { closeSync, openSync, writeSync } from "node:fs";
import type { EditorListing } from "#lib/pages/editor-listing.ts";
import { EditorListings, type EditorListingsMemory } from "./editor-listings.ts";
import type { EditorListingsNow, ReadLog } from "./followed-editor-listings.ts";

/**
 * Raise this when the file is written differently, when listings get other members, or when nothing should
 * begin at older snapshots. Those of form 1 may lack what was published while a clock was wrong.
 */
export const editorListingsForm = 2;

/** The first line of the file. */
interface Head {
  readonly memory: EditorListingsMemory;
  /** How far the log of edits has been read. */
  readonly edits: ReadLog;
}

/** How many pages are in a line: few enough that reading the file takes little memory beside the pages. */
const pagesInLine = 200;

/**
 * Writes a line of JSON with the memory and position, then lines of pages. Blocks the process: 0.5 s for
 * 100,000 pages.
 */
export const writeEditorListings = (path: string, { listings, edits }: EditorListingsNow): void => {
  const file = openSync(path, "w");
  try {
    const write = (value: unknown) => writeSync(file, `${JSON.stringify(value)}\n`);
    write({ memory: listings.save(), edits } satisfies Head);
    const pages = [...listings.byId.values()];
    for (let start = 0; start < pages.length; start += pagesInLine)
      write(pages.slice(start, start + pagesInLine).map(rowOf));
  } finally {
    closeSync(file);
  }
};

interface StoredEditorListings {
  readonly listings: EditorListings;
  readonly edits: ReadLog;
}

/** Reads what {@link writeEditorListings} wrote. */
export const readStoredEditorListings = async (
  content: AsyncIterable<Uint8Array>,
): Promise<StoredEditorListings> => {
  let head: Head | undefined;
  const listings = new EditorListings();
  for await (const line of linesOf(content)) {
    if (head) listings.putAll((JSON.parse(line) as readonly EditorListingRow[]).map(editorListingIn));
    else head = JSON.parse(line) as Head;
  }
  if (!head) throw new Error("its file of drafts is empty");
  listings.load(head.memory);
  return { listings, edits: head.edits };
};

/** Arrays are read in a third of the time of objects, and the objects made of them take less memory. */
const rowOf = ({ latest, ...listing }: EditorListing) => {
  const { id, kind, parentId, ancestors, slug, draftSlug, ownerId, live, unpublishedChanges } = listing;
  const { latestRevisionId, liveRevisionId, firstPublishedAt, lastPublishedAt } = listing;
  const { schedule, lock, workflow, version } = listing;
  const { revisionId, title, visibleDate, tags, categories, season, savedAt, savedBy, ...others } = latest;
  return [
    [id, kind, parentId, ancestors, slug, draftSlug, ownerId, live, unpublishedChanges],
    [latestRevisionId, liveRevisionId, firstPublishedAt, lastPublishedAt],
    [schedule, lock, workflow, version],
    [revisionId, title, visibleDate, tags, categories, season, savedAt, savedBy],
    others,
  ] as const;
};

type EditorListingRow = ReturnType<typeof rowOf>;

const editorListingIn = ([place, revisions, state, latest, others]: EditorListingRow): EditorListing => {
  const [id, kind, parentId, ancestors, slug, draftSlug, ownerId, live, unpublishedChanges] = place;
  const [latestRevisionId, liveRevisionId, firstPublishedAt, lastPublishedAt] = revisions;
  const [schedule, lock, workflow, version] = state;
  const [revisionId, title, visibleDate, tags, categories, season, savedAt, savedBy] = latest;
  return {
    id,
    kind,
    parentId,
    ancestors,
    slug,
    draftSlug,
    ownerId,
    live,
    unpublishedChanges,
    latestRevisionId,
    liveRevisionId,
    firstPublishedAt,
    lastPublishedAt,
    schedule,
    lock,
    workflow,
    version,
    latest: { revisionId, title, visibleDate, tags, categories, season, savedAt, savedBy, ...others },
  };
};

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun = "";
  for await (const part of content) {
    const [first = "", ...others] = decoder.decode(part, { stream: true }).split("\n");
    begun += first;
    for (const other of others) {
      yield begun;
      begun = other;
    }
  }
}
