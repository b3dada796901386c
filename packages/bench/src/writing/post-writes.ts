import { type CorpusPost, corpusPosts } from "#bench/corpus/posts.ts";
import { editorRequest } from "#bench/editor-request.ts";
import { certain } from "#bench/lectern/tools.ts";
import { answers, prepared, type WriteSite, type WriteWorkload } from "./write-workload.ts";

/** A post as the editor API answers with it. */
export interface SavedPost {
  readonly id: number;
  readonly slug: string;
  readonly latest_revision_id: number;
}

/** Their texts, of 8 KB, and their tags are used in turns. */
const models: readonly CorpusPost[] = [...corpusPosts(50)];

const newPosts = function* (blog: number) {
  for (let count = 1; ; count++) {
    const { paragraphs, tags } = certain(models[count % models.length]);
    const [overview, ...detail] = paragraphs.map((text) => ({ type: "paragraph", value: `<p>${text}</p>` }));
    const [title, slug] = [`Written ${count}`, `written-${count}`];
    yield { parent: { id: blog }, title, slug, tags, overview: [overview], detail };
  }
};

const posts = "/api/editor/posts/";

const onPost = ({ id }: SavedPost, action: string, body?: object, method?: string) =>
  editorRequest(`${posts}${id}/${action}`, body, method);

/** The posts that rows are about, each in the state that the row's request needs. */
export const postMaker = (site: WriteSite) => {
  const bodies = newPosts(certain(site.ids.blogs[0]));
  const newPost = () => certain(bodies.next().value);
  const draft = () => prepared<SavedPost>(site, editorRequest(posts, newPost()));
  const live = async () => prepared<SavedPost>(site, onPost(await draft(), "publish/"));
  const deleted = async () => {
    const post = await live();
    await prepared(site, onPost(post, "delete/"));
    return post;
  };
  return { newPost, draft, live, deleted };
};

export type PostMaker = ReturnType<typeof postMaker>;

/** What editors do with a post of 8 KB. */
export const postWrites = ({ newPost, draft, live, deleted }: PostMaker): readonly WriteWorkload[] => {
  let keys = 0;
  const create = () => {
    const post = newPost();
    return { ...editorRequest(posts, post), problemOf: answers(201, { title: post.title, live: false }) };
  };
  return [
    {
      name: "create a post",
      next: async () => create(),
      budget: { cpuMs: 6, requests: 5, readUnits: 10, writeUnits: 24, depth: 3 },
    },
    {
      name: "create a post, with a key",
      next: async () => {
        const { headers, ...request } = create();
        return { ...request, headers: { ...headers, "idempotency-key": `written-${++keys}` } };
      },
      budget: { cpuMs: null, requests: 6, readUnits: 11, writeUnits: 26, depth: 3 },
    },
    {
      name: "update a post",
      next: async () => {
        const post = await draft();
        const title = `Changed ${post.id}`;
        const body = { base_revision_id: post.latest_revision_id, title };
        return { ...onPost(post, "", body, "PATCH"), problemOf: answers(200, { title }) };
      },
      budget: { cpuMs: 5, requests: 5, readUnits: 10, writeUnits: 20, depth: 3 },
    },
    {
      name: "publish a post",
      next: async () => ({ ...onPost(await draft(), "publish/"), problemOf: answers(200, { live: true }) }),
      budget: { cpuMs: 6, requests: 5, readUnits: 10, writeUnits: 30, depth: 3 },
    },
    {
      name: "unpublish a post",
      next: async () => ({ ...onPost(await live(), "unpublish/"), problemOf: answers(200, { live: false }) }),
      budget: { cpuMs: null, requests: 5, readUnits: 6, writeUnits: 30 },
    },
    {
      name: "approve a post for a time",
      next: async () => {
        const body = { publish_at: "2090-01-01T00:00:00Z" };
        return {
          ...onPost(await draft(), "schedule/", body, "PUT"),
          problemOf: answers(200, { live: false }),
        };
      },
      budget: { cpuMs: null, requests: 5, readUnits: 6, writeUnits: 10 },
    },
    {
      name: "lock a post",
      next: async () => ({
        ...onPost(await draft(), "lock/", undefined, "PUT"),
        problemOf: answers(200, { live: false }),
      }),
      budget: { cpuMs: null, requests: 5, readUnits: 6, writeUnits: 9 },
    },
    {
      name: "delete a post",
      next: async () => ({ ...onPost(await live(), "delete/"), problemOf: answers(204) }),
      budget: { cpuMs: null, requests: 5, readUnits: 10, writeUnits: 42 },
    },
    {
      name: "restore a post from the bin",
      next: async () => {
        const { id } = await deleted();
        return {
          ...editorRequest(`/api/editor/bin/${id}/restore/`),
          problemOf: answers(200, { live: false }),
        };
      },
      budget: { cpuMs: null, requests: 4, readUnits: 12, writeUnits: 16 },
    },
  ];
};
