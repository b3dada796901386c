import { signal } from "@preact/signals";
import { mediaIdsIn, mediaKindOf, withTitles } from "../media/named-media.ts";
import { type MediaKind, readMedia } from "../media/read-media.ts";
import { listInParts, partSize } from "../shell/list-parts.ts";
import { messageOf, service } from "../shell/service.ts";
import { type Change, placeOf } from "./named-changes.ts";

type Page = Awaited<ReturnType<typeof readPage>>;
export type Revision = Awaited<ReturnType<typeof readRevisions>>["results"][number];
export type Deed = Awaited<ReturnType<typeof readLog>>["results"][number];

/** These paths answer for episodes, too. */
const readPage = (id: number) => service.posts.read(id, { may: true });
const part = (page: number) => ({ page: String(page), pageSize: partSize }) as never;
const readRevisions = (id: number, page: number) =>
  service.request("get", "/api/editor/posts/{id}/revisions/", { params: { id }, query: part(page) });
const readLog = (id: number, page: number) =>
  service.request("get", "/api/editor/posts/{id}/history/", { params: { id }, query: part(page) });

/** The differences from one revision to another, or from what came before it, as people read them. */
export const readChanges = async (
  id: number,
  revision: number,
  against: number | undefined,
): Promise<readonly Change[]> => {
  const params = { id, revision };
  const { changes } = await service.request("get", "/api/editor/posts/{id}/revisions/{revision}/diff/", {
    params,
    query: (against === undefined ? {} : { against }) as never,
  });
  const known = changes as readonly Change[];
  if (!known.some(({ kind }) => kind === "moved")) return withMediaTitles(known);
  // A block that has moved is told by its places alone.
  const shown = (await service.request("get", "/api/editor/posts/{id}/revisions/{revision}/", {
    params,
  })) as unknown as Readonly<Record<string, readonly { readonly type: string }[]>>;
  return withMediaTitles(
    known.map((change) => {
      const [section = "", index] = change.path.split(".");
      const block = shown[section]?.[Number(index)];
      return change.kind === "moved" && block ? { ...change, block } : change;
    }),
  );
};

/** The most media whose titles are asked for. */
const maxTitles = 40;

/** The kind of media that a change is about. */
const kindIn = (change: Change): MediaKind | undefined => {
  const { field, block } = placeOf(change);
  return mediaKindOf(block ? block.type : field);
};

const withMediaTitles = async (changes: readonly Change[]): Promise<readonly Change[]> => {
  const values = changes.flatMap((change) => {
    const kind = kindIn(change);
    return kind ? [change.from, change.to, change.block].map((value) => ({ kind, value })) : [];
  });
  const wanted = new Map<string, { readonly kind: MediaKind; readonly id: number }>();
  for (const { kind, value } of values)
    for (const each of mediaIdsIn(value)) wanted.set(`${kind} ${each}`, { kind, id: each });
  const titles = new Map<string, string>();
  await Promise.all(
    [...wanted].slice(0, maxTitles).map(async ([key, { kind, id }]) => {
      // What is gone, or may not be seen, keeps its id.
      const found = await readMedia(kind, id).catch(() => undefined);
      if (found?.title) titles.set(key, found.title);
    }),
  );
  return changes.map((change) => {
    const kind = kindIn(change);
    if (!kind) return change;
    const named = (value: unknown) => withTitles(value, (id) => titles.get(`${kind} ${id}`));
    const { from, to, block } = change;
    return {
      ...change,
      ...(change.kind !== "moved" && { from: named(from), to: named(to) }),
      ...(block && { block: named(block) as NonNullable<Change["block"]> }),
    };
  });
};

/** What a page was and what was done to it, read from the newest on, as far as somebody looks. */
export const pageHistory = (id: number) => {
  const page = signal<Page | null>(null);
  const problem = signal("");
  const log = listInParts<Deed>(
    (index) => readLog(id, index),
    ({ at, kind, revision_id }) => `${at} ${kind} ${revision_id}`,
    messageOf,
  );
  const revisions = listInParts<Revision>(
    async (index) => {
      const read = await readRevisions(id, index);
      // The times at which revisions were public need the log back to the oldest of them.
      const oldest = read.results.at(-1)?.created_at ?? "9";
      while (!log.isAll.value && !log.problem.value && (log.items.value.at(-1)?.at ?? "9") >= oldest)
        await log.more();
      return read;
    },
    (revision) => String(revision.id),
    messageOf,
  );
  return {
    page,
    problem,
    log,
    revisions,
    start: async (): Promise<void> => {
      try {
        page.value = await readPage(id);
        problem.value = "";
        await log.start();
        await revisions.start();
      } catch (error) {
        problem.value = messageOf(error);
      }
    },
  };
};

export type PageHistory = ReturnType<typeof pageHistory>;
