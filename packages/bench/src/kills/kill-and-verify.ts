import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { blogSlugs, editorToken } from "#bench/corpus/site.ts";
import { randomFrom } from "#bench/lectern/tests.ts";
import { certain, clock } from "#bench/lectern/tools.ts";
import { catalogProblems } from "#bench/processes/catalog-problems.ts";
import { besidePrefix, type CommandReport, startKilledCommand } from "./killed-command.ts";
import { giveUpMs, type KilledService, startKilledService } from "./killed-service.ts";
import { type AcknowledgedPost, writeUntil } from "./writer.ts";

/** What is killed in turns: the service, and a command that writes in the same folder. */
export const victims = ["service", "command", "both"] as const;

export type Victim = (typeof victims)[number];

export interface KillsReport {
  readonly acknowledged: number;
  readonly repeated: number;
  readonly posts: number;
  /** Commands that were acknowledged, and those that were run again. */
  readonly commands: { readonly acknowledged: number; readonly repeated: number };
  /** From each kill to the next answer. */
  readonly unavailableMs: Readonly<Record<Victim, readonly number[]>>;
  readonly problems: readonly string[];
}

const writers = 4;
const longestPauseMs = 400;

/**
 * Kills the service so many times, and with every second kill a command beside it, which is also killed
 * alone, at moments that a seed decides. Meanwhile four writers make, change and publish posts, and the
 * command makes blogs. Then every acknowledged change must be there, once, and the catalog must agree.
 */
export const killAndVerify = async (count: number, seed: number): Promise<KillsReport> => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-kills-"));
  const over = new AbortController();
  const random = randomFrom(seed);
  const service = await startKilledService(folder);
  try {
    const { id: blog } = certain((await blogsOf(service)).find(({ title }) => title === blogSlugs[0]));
    const writing = Promise.all(
      Array.from({ length: writers }, (_, index) => writeUntil(service, `w${index}`, blog, over.signal)),
    );
    const command = startKilledCommand(folder, service.data, over.signal);
    const unavailableMs: Record<Victim, number[]> = { service: [], command: [], both: [] };
    for (let turn = 0, kills = 0; kills < count; turn++) {
      await pause(random.below(longestPauseMs));
      const victim = certain(victims[turn % victims.length]);
      const killedAtMs = clock.monotonicMs();
      if (victim !== "service") command.kill();
      if (victim !== "command") {
        await service.kill();
        kills++;
      }
      // Writing ends here only with an error.
      await Promise.race([answered(service), writing]);
      unavailableMs[victim].push(clock.monotonicMs() - killedAtMs);
    }
    over.abort();
    const [commands, reports] = await Promise.all([command.ended, writing]);
    const posts = reports.flatMap((report) => report.posts);
    const problems = [
      ...[commands, ...reports].flatMap((report) => report.problems),
      ...(await wrongWith(service, posts)),
      ...(await wrongWithBlogs(service, commands)),
    ];
    await service.stop();
    problems.push(...(await catalogProblems(service.data)), ...(await alarmsIn(service.data)));
    const sum = (of: "acknowledged" | "repeated") => reports.reduce((total, report) => total + report[of], 0);
    return {
      acknowledged: sum("acknowledged"),
      repeated: sum("repeated"),
      posts: posts.length,
      commands: { acknowledged: commands.slugs.length, repeated: commands.repeated },
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

/** The titles of blogs are their slugs. */
const blogsOf = async (
  service: KilledService,
): Promise<readonly { readonly id: number; readonly title: string }[]> =>
  (await read(service, "/api/editor/parents/")).body;

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

/** A sentence for each blog of a command that is lost or doubled. The last command may have been killed. */
const wrongWithBlogs = async (service: KilledService, { slugs }: CommandReport): Promise<string[]> => {
  const titles = (await blogsOf(service)).map(({ title }) => title);
  const made = titles.filter((title) => title.startsWith(besidePrefix));
  const lost = slugs.filter((slug) => !made.includes(slug));
  return [
    ...lost.map((slug) => `The blog ${slug} is lost.`),
    ...(new Set(made).size < made.length || made.length > slugs.length + 1
      ? [`Commands have made ${made.length} blogs, and ${slugs.length} were acknowledged.`]
      : []),
  ];
};

/** A kill leaves the log of the database whole, so a copy of a damaged one is a false alarm, or a fault. */
const alarmsIn = async (data: string): Promise<string[]> =>
  (await readdir(data)).filter((name) => name.includes("damaged")).map((name) => `There is ${name}.`);
