import type { HttpAnswer, HttpRequest } from "#bench/client.ts";
import { editorRequest } from "#bench/editor-request.ts";
import type { CorpusIds } from "#bench/loading/load-corpus.ts";

/** Requests of one kind, each a different one. */
export interface LoadKind {
  readonly name: string;
  /** How many of the requests are of this kind, relative to the others. */
  readonly share: number;
  readonly writes?: true;
  readonly request: () => HttpRequest;
  /** Called with each successful answer. */
  readonly served?: (answer: HttpAnswer) => void;
}

/**
 * The requests of a site's readers and editors, sixteen reads to four writes. Without a draft to publish,
 * another post is created.
 */
export const loadKinds = ({ blogs: [blog] }: CorpusIds): readonly LoadKind[] => {
  let count = 0;
  const newPost = (): HttpRequest =>
    editorRequest("/api/editor/posts/", {
      parent: { id: blog },
      title: `Load ${++count}`,
      slug: `load-${count}`,
      overview: [{ type: "paragraph", value: "<p>Everybody at once.</p>" }],
    });
  const drafts: number[] = [];
  const read = (path: string) => (): HttpRequest => ({ path: `${path}&_=${++count}` });
  return [
    { name: "list", share: 6, request: read("/api/cms/pages/?type=site.Post&order=-visible_date&limit=20") },
    { name: "page", share: 4, request: read(`/api/cms/pages/${blog}/?fields=_`) },
    { name: "search", share: 2, request: read("/api/cms/pages/?type=site.Post&search=load&limit=20") },
    { name: "facets", share: 2, request: read(`/api/facet_counts/${blog}/?mode=modal`) },
    { name: "suggestions", share: 2, request: read(`/api/search-suggestions/${blog}/?search=lo`) },
    {
      name: "create a post",
      share: 2,
      writes: true,
      request: newPost,
      served: ({ text }) => drafts.push(JSON.parse(text).id),
    },
    {
      name: "publish a post",
      share: 2,
      writes: true,
      request: () =>
        drafts.length > 0 ? editorRequest(`/api/editor/posts/${drafts.shift()}/publish/`) : newPost(),
    },
  ];
};
