import { signal } from "@preact/signals";
import { messageOf, service } from "../shell/service.ts";

/** The entries that one request asks for. */
const chunk = 50;

type Page = Awaited<ReturnType<typeof readPage>>;
export type Revision = Awaited<ReturnType<typeof readRevisions>>["results"][number];
export type Deed = Awaited<ReturnType<typeof readLog>>["results"][number];

/** These paths answer for episodes, too. */
const readPage = (id: number) => service.posts.read(id, { may: true });
const part = (page: number) => ({ page: String(page), pageSize: chunk }) as never;
const readRevisions = (id: number, page: number) =>
  service.request("get", "/api/editor/posts/{id}/revisions/", { params: { id }, query: part(page) });
const readLog = (id: number, page: number) =>
  service.request("get", "/api/editor/posts/{id}/history/", { params: { id }, query: part(page) });

/** The differences from one revision to another, or from what came before it. */
export const readChanges = async (id: number, revision: number, against: number | undefined) =>
  (
    await service.request("get", "/api/editor/posts/{id}/revisions/{revision}/diff/", {
      params: { id, revision },
      query: (against === undefined ? {} : { against }) as never,
    })
  ).changes;

/** What a page was and what was done to it, read from the newest on, as far as somebody looks. */
export const pageHistory = (id: number) => {
  const page = signal<Page | null>(null);
  const revisions = signal<readonly Revision[]>([]);
  const count = signal<number | null>(null);
  const log = signal<readonly Deed[]>([]);
  const isLogRead = signal(false);
  const isReading = signal(false);
  const problem = signal("");
  let logPages = 0;
  let revisionPages = 0;

  const readMoreLog = async () => {
    if (isLogRead.value) return;
    const { results, next } = await readLog(id, ++logPages);
    log.value = withoutRepeated(
      [...log.value, ...results],
      ({ at, kind, revision_id }) => `${at} ${kind} ${revision_id}`,
    );
    isLogRead.value = next === null;
  };

  /** The times at which revisions were public need the log back to the oldest of them. */
  const readLogUntil = async (time: string) => {
    while (!isLogRead.value && (log.value.at(-1)?.at ?? "9") >= time) await readMoreLog();
  };

  const reading = async (work: () => Promise<void>) => {
    if (isReading.value) return;
    isReading.value = true;
    try {
      await work();
      problem.value = "";
    } catch (error) {
      problem.value = messageOf(error);
    }
    isReading.value = false;
  };

  const more = () =>
    reading(async () => {
      const { results, count: all } = await readRevisions(id, revisionPages + 1);
      revisionPages++;
      revisions.value = withoutRepeated([...revisions.value, ...results], ({ id: each }) => String(each));
      count.value = all;
      const oldest = results.at(-1);
      if (oldest) await readLogUntil(oldest.created_at);
    });

  const start = async () => {
    revisions.value = [];
    log.value = [];
    isLogRead.value = false;
    [logPages, revisionPages] = [0, 0];
    await reading(async () => {
      page.value = await readPage(id);
    });
    if (page.value) await more();
  };

  return {
    page,
    revisions,
    count,
    log,
    isLogRead,
    isReading,
    problem,
    start,
    more,
    moreLog: () => reading(readMoreLog),
  };
};

export type PageHistory = ReturnType<typeof pageHistory>;

/** Whoever saves meanwhile moves what was read to the next part: it comes twice. */
const withoutRepeated = <Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];
