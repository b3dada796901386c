import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { randomFrom } from "#bench/corpus/random.ts";
import { blogSlugs, editorToken } from "#bench/corpus/site.ts";
import { catalogProblems } from "#bench/processes/catalog-problems.ts";
import { clock } from "#lib/clock.ts";
import { type KilledService, startKilledService, type Victim, victims } from "./killed-service.ts";
import { type AcknowledgedPost, giveUpMs, writeUntil } from "./writer.ts";

export interface KillsReport {
  readonly acknowledged: number;
  readonly repeated: number;
  readonly posts: number;
  /** From each kill to the next answer. */
  readonly unavailableMs: Readonly<Record<Victim, readonly number[]>>;
  readonly problems: readonly string[];
}

const writers = 4;
const longestPauseMs = 400;

/**
 * Kills engine, service and both in turns, at moments that a seed decides, while four writers make, change
 * and publish posts. Then every acknowledged change must be there, once, and the catalog must agree.
 */
export const killAndVerify = async (count: number, seed: number): Promise<KillsReport> => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-kills-"));
  const over = new AbortController();
  const random = randomFrom(seed);
  const service = await startKilledService(folder);
  try {
    const blog = await blogOf(service);
    const writing = Promise.all(
      Array.from({ length: writers }, (_, index) => writeUntil(service, `w${index}`, blog, over.signal)),
    );
    const unavailableMs: Record<Victim, number[]> = { engine: [], service: [], both: [] };
    for (let kill = 0; kill < count; kill++) {
      await pause(random.below(longestPauseMs));
      const victim = victims[kill % victims.length]!;
      const killedAtMs = clock.monotonicMs();
      await service.kill(victim);
      // Writing ends here only with an error.
      await Promise.race([answered(service), writing]);
      unavailableMs[victim].push(clock.monotonicMs() - killedAtMs);
    }
    over.abort();
    const reports = await writing;
    const posts = reports.flatMap((report) => report.posts);
    const problems = [...reports.flatMap((report) => report.problems), ...(await wrongWith(service, posts))];
    await service.stop();
    problems.push(...(await catalogProblems(join(folder, "data"))));
    const sum = (of: "acknowledged" | "repeated") => reports.reduce((total, report) => total + report[of], 0);
    return {
      acknowledged: sum("acknowledged"),
      repeated: sum("repeated"),
      posts: posts.length,
      unavailableMs,
      problems,
    };
  } finally {
    over.abort();
    await service.stop().catch(() => {});
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

const read = async (service: KilledService, path: string) => {
  const headers = { authorization: `Bearer ${editorToken}` };
  const answer = await fetch((await service.url()) + path, { headers });
  return { status: answer.status, body: await answer.json() };
};

/** Resolves at the first answer that is no refusal. */
const answered = async (service: KilledService): Promise<void> => {
  const givesUpAtMs = clock.monotonicMs() + giveUpMs;
  while (clock.monotonicMs() < givesUpAtMs) {
    const answer = await read(service, "/api/editor/whoami/").catch(() => undefined);
    if (answer?.status === 200) return;
    await pause(5);
  }
  throw new Error(`The service did not come back within ${giveUpMs / 1000} seconds.`);
};

const blogOf = async (service: KilledService): Promise<number> => {
  const { body } = await read(service, "/api/editor/parents/");
  return body.find(({ title }: { title: string }) => title === blogSlugs[0]).id;
};

/** A sentence for each post that is lost, doubled, or not as it was acknowledged. */
const wrongWith = async (service: KilledService, posts: readonly AcknowledgedPost[]): Promise<string[]> => {
  const problems: string[] = [];
  const { body: list } = await read(service, "/api/cms/pages/?type=site.Post&limit=1");
  if (list.meta.total_count !== posts.length)
    problems.push(`There are ${list.meta.total_count} public posts, and ${posts.length} were published.`);
  const { body: all } = await read(service, "/api/editor/pages/?type=site.Post&pageSize=1");
  if (all.count !== posts.length)
    problems.push(`There are ${all.count} posts, and ${posts.length} were made.`);
  for (const { id, slug } of posts) {
    const { body: post } = await read(service, `/api/editor/posts/${id}/`);
    if (post.slug !== slug || post.title !== `Changed ${slug}` || post.live !== true)
      problems.push(`${slug} is ${JSON.stringify([post.slug, post.title, post.live])}.`);
    const { body: revisions } = await read(service, `/api/editor/posts/${id}/revisions/`);
    if (revisions.count !== 2) problems.push(`${slug} has ${revisions.count} revisions.`);
  }
  return problems;
};
