import { clock, isStillAhead } from "#lib/clock.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { getItems, queryItems } from "./client.ts";
import { type Key, keys } from "./table.ts";
import { putItem } from "./typed-writes.ts";

/** A note that some parts of a page's bodies may be unused, or that a deleted page has items left. */
export interface LeftoverBodies {
  readonly pageId: number;
  readonly notedAtMs: number;
}

/** A reader of a body's item asks for its parts within this time. */
const readerTimeoutMs = 300_000;

/** Writes the note, in the transaction after which the page's items name fewer parts than before. */
export const noteLeftoverBodies = (pageId: number): Write =>
  putItem(keys.leftoverBodies(pageId), { pageId, notedAtMs: clock.nowMs() });

export const strikeLeftoverBodies = (pageId: number): Write => ({
  delete: keys.leftoverBodies(pageId),
});

/** All notes old enough that nobody is still reading the parts. One request per megabyte of notes. */
export const readLeftoverBodies = async (): Promise<LeftoverBodies[]> => {
  const items = await queryItems({ pk: keys.leftoverBodies(0).pk });
  return items.filter(({ notedAtMs }) => !isStillAhead(notedAtMs + readerTimeoutMs, readerTimeoutMs));
};

/**
 * The keys of parts that no revision, live content or comments of the page name. One request per megabyte of
 * the page's revisions and of its parts, and one more.
 */
export const readUnnamedParts = async (pageId: number): Promise<Key[]> => {
  const parts = await queryItems({ pk: keys.bodyPart(pageId, "", 0).pk, attributes: ["pk", "sk"] });
  if (parts.length === 0) return [];
  const [revisions, others] = await Promise.all([
    queryItems({ pk: keys.revision(pageId, 0).pk, prefix: "REV#", attributes: ["contentDigest"] }),
    getItems([keys.live(pageId), keys.comments(pageId)]),
  ]);
  const named = new Set(
    [...revisions, ...others].map((item) => item && "contentDigest" in item && item.contentDigest),
  );
  return parts.filter(({ sk }) => !named.has(sk.split("#", 1)[0] ?? ""));
};
