import type { HttpAnswer, HttpClient } from "#bench/client.ts";
import type { KnownPost } from "#bench/corpus/known-post.ts";
import { certain } from "#bench/lectern/tools.ts";
import { differenceOf, type ExpectedList, jsonIs, listIs, listWithBodiesIs } from "./checks.ts";
import type { CheckedRequest } from "./measure.ts";
import { type Corpus, variants, varied, type Workload } from "./workload.ts";

export const limit = 20;

const newest = `/api/cms/pages/?type=site.Post&order=-visible_date&limit=${limit}`;

/** Lists of pages, and single pages, in the page-content API. */
export const listWorkloads = (corpus: Corpus): readonly Workload[] => {
  const { newestFirst } = corpus;
  const list = { cpuMs: null, requests: 1, readUnits: 1 };
  const page = { cpuMs: 1.3, requests: 2, readUnits: 4 };
  const offsets = Math.min(variants, newestFirst.length - limit);
  const newestAt = (offset: number): CheckedRequest => {
    return { path: `${newest}&offset=${offset}`, problemOf: listIs(windowOf(newestFirst, offset)) };
  };
  return [
    {
      name: "list of 20, newest first",
      kind: "new",
      requests: async () => varied(offsets, newestAt),
      budget: { ...list, cpuMs: 0.8 },
    },
    {
      name: "the same list again",
      kind: "same",
      requests: async () => [newestAt(0)],
      budget: { ...list, cpuMs: 1 },
    },
    {
      name: "the same list, If-None-Match",
      kind: "same",
      requests: async (service) => [await unchanged(service, newestAt(0).path)],
      budget: { ...list, cpuMs: 1 },
    },
    {
      name: "list of 20, after change",
      kind: "changed",
      requests: async () => varied(offsets, newestAt),
      budget: list,
    },
    {
      name: "list of 20 with bodies",
      kind: "new",
      requests: async () =>
        varied(offsets, (offset) => ({
          path: `${newest}&fields=body&offset=${offset}`,
          problemOf: listWithBodiesIs(windowOf(newestFirst, offset)),
        })),
      budget: { cpuMs: null, requests: 2, readUnits: 45 },
    },
    {
      name: "one page with body",
      kind: "new",
      requests: async () =>
        varied(Math.min(variants, newestFirst.length), (index) => pageOf(certain(newestFirst[index]))),
      budget: page,
    },
    {
      name: "one page, If-None-Match",
      kind: "same",
      requests: async (service) => [await unchanged(service, pageOf(certain(newestFirst[0])).path)],
      budget: { cpuMs: 1, requests: 1, readUnits: 1 },
    },
  ];
};

/** A list's expected items at an offset. */
export const windowOf = (posts: readonly KnownPost[], offset = 0): ExpectedList => ({
  total: posts.length,
  ids: posts.slice(offset, offset + limit).map(({ id }) => id),
});

interface PageItem {
  readonly id: number;
  readonly title: string;
  readonly body: readonly { readonly value: readonly { readonly value: string }[] }[];
}

const pageOf = ({ id, title, beginning }: KnownPost): CheckedRequest => ({
  path: `/api/cms/pages/${id}/`,
  problemOf: jsonIs((page: PageItem) =>
    differenceOf(
      { id: page.id, title: page.title, text: page.body[0]?.value[0]?.value.includes(beginning) },
      { id, title, text: true },
    ),
  ),
});

/** A conditional request for a page that has not changed. */
const unchanged = async (service: HttpClient, path: string): Promise<CheckedRequest> => {
  const { headers } = await service.send({ path });
  return {
    path,
    headers: { "if-none-match": String(headers.etag) },
    problemOf: ({ status, bytes }: HttpAnswer) => differenceOf({ status, bytes }, { status: 304, bytes: 0 }),
  };
};
