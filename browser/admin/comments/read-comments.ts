import { signal } from "@preact/signals";
import { listInParts, partSize } from "../shell/list-parts.ts";
import { messageOf, service } from "../shell/service.ts";
import { countWaiting } from "../shell/waiting-comments.ts";
import { type CommentState, type Decision, stateAfter } from "./decisions.ts";

export interface CommentFilter {
  readonly state: CommentState | "all";
  readonly search: string;
  /** The id of a page. */
  readonly on: number | undefined;
}

const read = ({ state, search, on }: CommentFilter, part: number) =>
  service.request("get", "/api/editor/comments/", {
    query: {
      page: String(part),
      pageSize: partSize,
      ...(state !== "all" && { state }),
      ...(search && { q: search }),
      ...(on && { on }),
    },
  });

export type Comment = Awaited<ReturnType<typeof read>>["results"][number];

/** Titles and addresses of the pages on which comments are; strangers may read most of them. */
const pages = signal<ReadonlyMap<number, { readonly title: string; readonly address: string | null }>>(
  new Map(),
);
const asked = new Set<number>();

const needPage = async (id: number): Promise<void> => {
  if (asked.has(id)) return;
  asked.add(id);
  try {
    const { title, meta } = (await service.request("get", "/api/cms/pages/{id}/", {
      params: { id },
      query: { fields: "_,title,html_url" } as never,
    })) as unknown as { readonly title: string; readonly meta: { readonly html_url: string | null } };
    pages.value = new Map([...pages.value, [id, { title, address: meta.html_url }]]);
  } catch {
    // A page that is not public: its editors see its title where they write it.
  }
};

/** The comments of a filter, and what a moderator does with them. */
export const commentList = (filter: CommentFilter) => {
  const list = listInParts<Comment>(
    async (part) => {
      const found = await read(filter, part);
      for (const { page } of found.results) void needPage(page);
      return found;
    },
    ({ id }) => String(id),
    messageOf,
  );
  /** What was refused, by the ids of comments. */
  const problems = signal<ReadonlyMap<number, string>>(new Map());
  return {
    list,
    pages,
    problems,
    /** Decides on each by itself: one that is refused holds back no other. Gives those that were decided. */
    decide: async (chosen: readonly Comment[], decision: Decision): Promise<readonly number[]> => {
      const done = new Set<number>();
      const refused = new Map(problems.value);
      for (const { id } of chosen) {
        try {
          await service.request("post", `/api/editor/comments/{id}/${decision}/`, { params: { id } });
          done.add(id);
          refused.delete(id);
        } catch (error) {
          refused.set(id, messageOf(error));
        }
      }
      problems.value = refused;
      if (filter.state === "all")
        list.items.value = list.items.value.map((comment) =>
          done.has(comment.id) ? { ...comment, state: stateAfter(decision) } : comment,
        );
      else list.drop(({ id }) => done.has(id));
      void countWaiting();
      return [...done];
    },
  };
};

export type CommentList = ReturnType<typeof commentList>;
