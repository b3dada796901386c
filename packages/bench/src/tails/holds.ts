import type { Profiler } from "node:inspector";
import { certain } from "#bench/lectern/tools.ts";
import { type CalledFunction, causeOf } from "./causes.ts";

/** A time in which the event loop did nothing else. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A time in which the event loop was held, and by what for the most part. */
export interface Hold {
  readonly cause: string;
  /** The file of the project in which most of the time was spent; empty if there is none. */
  readonly place: string;
  readonly ms: number;
}

interface Sampled {
  readonly atMs: number;
  readonly ms: number;
  readonly cause: string;
  readonly place: string;
}

/** Finds what held the loop in each span. Times of spans count from the start of the profile. */
export const holdsIn = (
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  spans: readonly Span[],
  project: string,
): readonly Hold[] => {
  const known = whatNodesAre(nodes, project);
  let atMs = 0;
  const sampled = samples.map((node, index): Sampled => {
    atMs += certain(timeDeltas[index]) / 1000;
    return { atMs, ms: (timeDeltas[index + 1] ?? 0) / 1000, ...certain(known.get(node)) };
  });
  let next = 0;
  return spans.map(({ fromMs, toMs }) => {
    while (next < sampled.length && certain(sampled[next]).atMs < fromMs) next++;
    const first = next;
    while (next < sampled.length && certain(sampled[next]).atMs < toMs) next++;
    const within = sampled.slice(first, next);
    const cause = mostOf(within.map(({ ms, cause }) => [cause, ms]));
    const place = mostOf(within.filter((each) => each.cause === cause).map(({ ms, place }) => [place, ms]));
    return { cause: cause || "Node itself", place, ms: toMs - fromMs };
  });
};

/** The name with the greatest sum; empty if there is none. */
const mostOf = (amounts: readonly (readonly [name: string, ms: number])[]): string => {
  const sums = new Map<string, number>();
  for (const [name, ms] of amounts) sums.set(name, (sums.get(name) ?? 0) + ms);
  return [...sums].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? "";
};

/** The cause and the place of each node of a profile. */
const whatNodesAre = (nodes: readonly Profiler.ProfileNode[], project: string) => {
  const known = new Map<number, { readonly cause: string; readonly place: string }>();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const { id } of nodes) {
    const stack: CalledFunction[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { functionName, url } = certain(byId.get(at)).callFrame;
      stack.push({ name: functionName, file: url.replace(project, "") });
    }
    const place = stack.find(({ file }) => /^(lib|local|functions)\//.test(file))?.file ?? "";
    known.set(id, { cause: causeOf(stack), place });
  }
  return known;
};
