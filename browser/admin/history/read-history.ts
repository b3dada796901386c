import { signal } from "@preact/signals";
import { listInParts, partSize } from "../shell/list-parts.ts";
import { messageOf, service } from "../shell/service.ts";

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
