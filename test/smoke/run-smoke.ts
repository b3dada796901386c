import { readingChecks } from "./reading-checks.ts";
import { type SmokeSite, smokeSite } from "./smoke-site.ts";
import { type SmokeRemovals, type SmokeWriter, writingChecks } from "./writing-checks.ts";

export interface SmokeResult {
  readonly name: string;
  readonly ok: boolean;
  /** A remark, or what is wrong. */
  readonly note: string;
}

/** What the first request takes, for which a function may have to start, and the median of the next. */
export interface SmokeTiming {
  readonly path: string;
  readonly firstMs: number;
  readonly laterMs: number;
}

export interface SmokeReport {
  readonly timings: readonly SmokeTiming[];
  readonly results: readonly SmokeResult[];
}

/**
 * Looks at a service by HTTP: as a stranger, and with a token also as somebody who writes. What was made is
 * removed at the end, also after a failure. Nothing is published.
 */
export const runSmoke = async (
  url: string,
  token: string | undefined,
  say: (result: SmokeResult) => void = () => {},
): Promise<SmokeReport> => {
  const site = smokeSite(url, token);
  const results: SmokeResult[] = [];
  const check = async (name: string, run: () => Promise<string | undefined>): Promise<boolean> => {
    const result = await run().then(
      (note) => ({ name, ok: true, note: note ?? "" }),
      (error: Error) => ({ name, ok: false, note: reasonOf(error) }),
    );
    results.push(result);
    say(result);
    return result.ok;
  };
  // First, while functions have not been called.
  let timings: readonly SmokeTiming[] = [];
  const isThere = await check("the service can be reached", async () => {
    timings = await measure(site);
    return undefined;
  });
  if (!isThere) return { timings, results };
  for (const { name, run } of readingChecks) await check(name, () => run(site));
  if (token !== undefined) await write(site, { url, token }, check);
  return { timings, results };
};

const write = async (
  site: SmokeSite,
  service: { readonly url: string; readonly token: string },
  check: (name: string, run: () => Promise<string | undefined>) => Promise<boolean>,
): Promise<void> => {
  const mayWrite = await check("the token is accepted, and may remove what is made", async () => {
    const { json } = await site.expect(200, "/api/editor/whoami/", { signed: true });
    if (json.scopes !== null)
      throw new Error(`it has scopes (${json.scopes}): use the token of a superuser, without scopes`);
    return json.user.username;
  });
  if (!mayWrite) return;
  const removals: SmokeRemovals = [];
  let writer: SmokeWriter | undefined;
  await check("there is a collection for files", async () => {
    const { json } = await site.expect(200, "/api/editor/media/collections/?type=image", { signed: true });
    const { json: parents } = await site.expect(200, "/api/editor/parents/", { signed: true });
    const [collection] = json.results;
    if (!collection) throw new Error("there is none that the token's user may add to; a manifest makes some");
    const blog = parents.find(({ type }: { readonly type: string }) => type === "site.Blog");
    writer = { site, ...service, collection: collection.id, parent: blog?.id, removals };
    return collection.breadcrumb;
  });
  if (!writer) return;
  for (const { name, run } of writingChecks) await check(name, () => run(writer!));
  await check("nothing is left behind", async () => {
    const left: string[] = [];
    for (const { what, remove } of removals.toReversed())
      await remove().catch((error: Error) => left.push(`${what}: ${reasonOf(error)}`));
    if (left.length > 0) throw new Error(left.join("; "));
    return `${removals.length} removed`;
  });
};

const timedPaths = [
  "/api/",
  "/api/cms/pages/?limit=20",
  "/api/facet_counts/",
  "/accounts/login/",
  "/robots.txt",
];

const measure = async (site: SmokeSite): Promise<readonly SmokeTiming[]> => {
  const timings: SmokeTiming[] = [];
  for (const path of timedPaths) {
    const times: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const start = performance.now();
      const { status } = await site.ask(path);
      times.push(performance.now() - start);
      if (status >= 500) throw new Error(`GET ${path} answers ${status}`);
    }
    const [first = 0, ...later] = times;
    timings.push({ path, firstMs: first, laterMs: later.sort((one, other) => one - other)[2] ?? 0 });
  }
  return timings;
};

const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
