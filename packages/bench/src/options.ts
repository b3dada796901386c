import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { certain, PlainError } from "#bench/lectern/tools.ts";
import type { SiteTraffic } from "#bench/simulate/simulated-site.ts";

/** The sizes of corpora that `docs/performance.md` and `docs/cost.md` need. */
const recordedSizes: readonly number[] = [1_000, 10_000];

/** The command line of the benchmark. */
export interface BenchOptions {
  readonly workload: string;
  /** The sizes of the corpora, in order. */
  readonly posts: readonly number[];
  /** The time per row, all rounds together. */
  readonly seconds: number;
  /** How often the service is killed. */
  readonly kills: number;
  /** The most connections that send mixed traffic. */
  readonly connections: number;
  /** The seconds of the soak. */
  readonly soak: number;
  /** The most arrangements of two parts that are tried as bodies. */
  readonly arrangements: number;
  /** The folder of the other checkout that this one is compared with. */
  readonly against?: string;
  /** The site that is simulated, if one is described. */
  readonly traffic?: SiteTraffic;
  /** The file for the results as JSON. */
  readonly json?: string;
  /** Write the results to `docs/performance.md`, and what follows from them. */
  readonly record: boolean;
  /** Load corpora again that earlier runs kept. */
  readonly fresh: boolean;
}

export const usageOf = (workloads: readonly string[]): string => `Usage: npm run bench -- WORKLOAD [options]

  WORKLOAD         what to measure: ${workloads.join(", ")}
  --posts NUMBER   posts of the corpus; may be repeated (1000 and 10000)
  --seconds NUMBER how long each row is measured (4)
  --kills NUMBER   how often the service is killed (200)
  --connections NUMBER
                   load: the most connections, reached by factors of four (4096)
  --soak SECONDS   load: how long traffic goes on while memory and descriptors are watched (600)
  --arrangements NUMBER
                   bodies: the most arrangements that are tried (4000, spread over all)
  --against FOLDER comparison: another checkout of the project, where npm ci and npm run packages have run
  --reads NUMBER   simulate: reads a day, of a site with the posts of the first --posts
  --writes NUMBER  simulate: writes a minute
  --downloads NUMBER
                   simulate: downloads of episodes a day
  --json FILE      also write the results to this file
  --record         write them to their part of docs/performance.md, and make anew what follows from it
  --fresh          load the corpus again, even if an earlier run kept it
  --help           print this`;

/** Parses the arguments; `help` if they ask for it. Throws a {@link PlainError} with the usage. */
export const parseOptions = (
  args: readonly string[],
  workloads: readonly string[],
): BenchOptions | "help" => {
  const refuse = (complaint: string): never => {
    throw new PlainError(`${complaint}\n\n${usageOf(workloads)}`);
  };
  const { values, positionals } = parsed(args, refuse);
  if (values.help) return "help";
  const [workload = "", ...others] = positionals;
  if (others.length > 0 || !workloads.includes(workload))
    return refuse(`There is no workload '${positionals.join(" ")}'; choose one of ${workloads.join(", ")}.`);
  const number = (text: string, pattern: RegExp): number =>
    pattern.test(text) ? Number(text) : refuse(`'${text}' is not a number that can be used here.`);
  const posts = values.posts.map((text) => number(text, /^[1-9]\d{1,6}$/));
  if (values.record && !recordedSizes.every((size) => posts.includes(size)))
    return refuse(`A record needs at least ${recordedSizes.map((size) => `--posts ${size}`).join(" ")}.`);
  const described = [values.reads, values.writes, values.downloads];
  const [readsPerDay = 0, writesPerMinute = 0, downloadsPerDay = 0] = described.map((text = "0") =>
    number(text, /^\d{1,12}$/),
  );
  const isDescribed = described.some((text) => text !== undefined);
  return {
    workload,
    posts,
    seconds: number(values.seconds, /^\d{1,4}(\.\d{1,3})?$/),
    kills: number(values.kills, /^[1-9]\d{0,3}$/),
    connections: number(values.connections, /^[1-9]\d{0,3}$/),
    soak: number(values.soak, /^\d{1,5}(\.\d{1,3})?$/),
    arrangements: number(values.arrangements, /^[1-9]\d{0,5}$/),
    record: values.record,
    fresh: values.fresh,
    ...(values.against !== undefined && { against: resolve(values.against) }),
    ...(isDescribed && {
      traffic: { posts: certain(posts[0]), readsPerDay, writesPerMinute, downloadsPerDay },
    }),
    ...(values.json !== undefined && { json: values.json }),
  };
};

const parsed = (args: readonly string[], refuse: (complaint: string) => never) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        posts: { type: "string", multiple: true, default: ["1000", "10000"] },
        seconds: { type: "string", default: "4" },
        kills: { type: "string", default: "200" },
        connections: { type: "string", default: "4096" },
        soak: { type: "string", default: "600" },
        arrangements: { type: "string", default: "4000" },
        against: { type: "string" },
        reads: { type: "string" },
        writes: { type: "string" },
        downloads: { type: "string" },
        json: { type: "string" },
        record: { type: "boolean", default: false },
        fresh: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
};
