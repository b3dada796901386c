import { setTimeout as pause } from "node:timers/promises";
import { clientOf, type HttpAnswer, type HttpClient } from "#bench/client.ts";
import { editorRequest } from "#bench/editor-request.ts";
import { certain, clock } from "#bench/lectern/tools.ts";
import type { ServiceProcess } from "#bench/processes/service.ts";
import { cpuMsOf } from "#bench/processes/usage.ts";
import { showProgress } from "#bench/progress.ts";
import { percentile } from "#bench/report/figures.ts";
import type { RunOptions } from "#bench/result.ts";
import type { Corpus } from "./workload.ts";

/** What readers saw while posts were published. */
export interface Freshness {
  readonly published: number;
  readonly kinds: readonly KindOfReads[];
  /** What the service takes per read, including the publications. */
  readonly cpuMs: number;
  /** A line for each read that missed a publication which was answered before. */
  readonly violations: readonly string[];
}

export interface KindOfReads {
  readonly name: string;
  readonly reads: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly violations: number;
}

/** How many read at a time. */
export const readers = 4;

const publicationIntervalMs = 1_000;

/** However long they take: reads have to be compared with something. */
const leastPublications = 2;

/** A word in the titles of the new posts, and in no post of the corpus. */
const word = "xylophone";

/** A request whose answer must show the published posts. */
interface Read {
  readonly name: string;
  readonly path: string;
  /** What the answer lacks of the posts that were published before the request. */
  readonly problemOf: (answer: HttpAnswer, published: readonly number[]) => string | undefined;
}

/** Publishes a post every second over HTTP, and counts reads that missed a publication answered before. */
export const checkFreshness = async (
  { seconds }: RunOptions,
  { size, ids }: Corpus,
  { url, pids }: ServiceProcess,
): Promise<Freshness> => {
  const durationMs = Math.max(1.5, 3 * seconds) * 1000;
  showProgress(`${size} posts: reading for ${durationMs / 1000} s while a post is published every second`);
  const client = clientOf(url);
  const blog = certain(ids.blogs[0]);
  const published: number[] = [];
  const reads = readsOf(blog);
  const latencies = reads.map((): number[] => []);
  const violations = reads.map((): string[] => []);
  const cpuBeforeMs = cpuMsOf(pids);
  const endsAtMs = clock.monotonicMs() + durationMs;
  const goesOn = () => clock.monotonicMs() < endsAtMs || published.length < leastPublications;
  const readOn = async (reader: number): Promise<void> => {
    for (let turn = reader; goesOn(); turn++) {
      const kind = turn % reads.length;
      const { name, path, problemOf } = certain(reads[kind]);
      const before = [...published];
      const answer = await client.send({ path });
      certain(latencies[kind]).push(answer.ms);
      const problem =
        answer.status === 200 ? problemOf(answer, before) : `status ${answer.status}, ${answer.text}`;
      if (problem !== undefined)
        certain(violations[kind]).push(`${name}, after ${before.length} publications: ${problem}`);
    }
  };
  const publishOn = async (): Promise<void> => {
    while (goesOn()) {
      const startedAtMs = clock.monotonicMs();
      published.push(await publishOne(client, blog, published.length + 1));
      await pause(Math.max(0, publicationIntervalMs - (clock.monotonicMs() - startedAtMs)));
    }
  };
  await Promise.all([publishOn(), ...Array.from({ length: readers }, (_, reader) => readOn(reader))]);
  client.close();
  return {
    published: published.length,
    kinds: reads.map(({ name }, kind) =>
      kindOf(name, certain(latencies[kind]), certain(violations[kind]).length),
    ),
    cpuMs: (cpuMsOf(pids) - cpuBeforeMs) / latencies.flat().length,
    violations: violations.flat(),
  };
};

const kindOf = (name: string, latencies: readonly number[], violations: number): KindOfReads => {
  const sorted = latencies.toSorted((one, other) => one - other);
  return {
    name,
    reads: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    violations,
  };
};

const publishOne = async (client: HttpClient, blog: number, number: number): Promise<number> => {
  const post = async (path: string, body?: object): Promise<{ readonly id: number }> => {
    const answer = await client.send(editorRequest(path, body));
    if (answer.status >= 300) throw new Error(`A post could not be published: ${answer.text}`);
    return JSON.parse(answer.text);
  };
  const text = `<p>The ${word} plays on.</p>`;
  const { id } = await post("/api/editor/posts/", {
    parent: { id: blog },
    title: `The ${word} ${number}`,
    slug: `${word}-${number}`,
    tags: [word],
    overview: [{ type: "paragraph", value: text }],
  });
  await post(`/api/editor/posts/${id}/publish/`);
  return id;
};

const readsOf = (blog: number): readonly Read[] => [
  {
    name: "list, newest first",
    path: `/api/cms/pages/?type=site.Post&child_of=${blog}&order=-visible_date&limit=20`,
    problemOf: ({ text }, published) =>
      lacking(published.slice(-10), idsIn((JSON.parse(text) as { readonly results: Shown }).results)),
  },
  {
    name: "search",
    path: `/api/cms/pages/?type=site.Post&search=${word}&limit=20`,
    problemOf: ({ text }, published) =>
      fewer((JSON.parse(text) as { readonly count: number }).count, published.length),
  },
  {
    name: "facets",
    path: `/api/facet_counts/${blog}/?mode=modal&tag_facets=${word}`,
    problemOf: ({ text }, published) =>
      fewer((JSON.parse(text) as { readonly result_count: number }).result_count, published.length),
  },
  {
    name: "suggestions",
    path: `/api/search-suggestions/${blog}/?search=${word.slice(0, 3)}`,
    problemOf: ({ text }, published) =>
      lacking(published.slice(-1), idsIn((JSON.parse(text) as { readonly suggestions: Shown }).suggestions)),
  },
];

type Shown = readonly { readonly id: number }[];

const idsIn = (shown: Shown): readonly number[] => shown.map(({ id }) => id);

const lacking = (expected: readonly number[], shown: readonly number[]): string | undefined => {
  const missing = expected.filter((id) => !shown.includes(id));
  return missing.length > 0 ? `${missing.join(", ")} missing` : undefined;
};

const fewer = (count: number, published: number): string | undefined =>
  count < published ? `${count} are counted` : undefined;
