import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { runAction } from "#action/run.ts";
import { maxSummaryLength } from "#action/step.ts";
import { parsePublishOptions } from "../../../cli/publish/options.ts";
import { applyManifest } from "../../../lib/manifest/apply.ts";
import { listEditablePages } from "../../../lib/routes/editor-pages.ts";
import { readPost, updatePost } from "../../../lib/routes/editor-posts.ts";
import { lecternIn } from "../../../test/cli/lectern.ts";
import { call } from "../../../test/support/call.ts";
import { packInto } from "../../../test/support/pack.ts";
import { useServedFiles } from "../../../test/support/served-files.ts";
import { root } from "../../../test/support/sources.ts";
import { useWorld } from "../../../test/support/world.ts";
import { githubKey, robot, useGitHub } from "./github-stand-in.ts";

useWorld();
const service = useServedFiles();
const github = useGitHub();

/** The unpacked action, as a release has it. */
let action: string;
let checkouts: string;

const ofPulls = { repository: "a/b", event_name: "pull_request" };
const ofMain = { repository: "a/b", ref: "refs/heads/main" };

beforeAll(async () => {
  action = await mkdtemp(join(tmpdir(), "lectern-action-"));
  checkouts = await mkdtemp(join(tmpdir(), "lectern-checkouts-"));
  await packInto(action, "packages/action");
  const usual = {
    ...{ issuer: "https://github.example", audience: service.url, user: "ada" },
    ...{ parents: ["/home/notes"], jwks: { keys: [githubKey.jwk] } },
  };
  await applyManifest({
    version: 1,
    oidc: [
      { ...usual, claims: ofPulls, scopes: ["write"] },
      { ...usual, claims: ofMain, scopes: ["write", "publish"] },
    ],
  });
});

afterAll(async () => {
  await rm(action, { recursive: true, force: true });
  await rm(checkouts, { recursive: true, force: true });
});

beforeEach(() => {
  Object.assign(github.state, {
    ...{ claims: ofPulls, refusesComments: false, knowsTrees: true, beforeList: async () => {} },
  });
});

let checkoutsMade = 0;

/** A checkout with a folder of posts, whose name is the source. Files have names that no other test has. */
const checkout = async (files: Readonly<Record<string, string>>, folder = `source-${checkoutsMade + 1}`) => {
  const number = ++checkoutsMade;
  const workspace = join(checkouts, String(number));
  const path = (name: string) => `${folder}/${folder}-${name}`;
  const write = (name: string, content: string | Uint8Array) =>
    writeFile(join(workspace, path(name)), content);
  const remove = (name: string) => rm(join(workspace, path(name)));
  await mkdir(join(workspace, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) await write(name, text);
  return { number, folder, workspace, path, write, remove };
};

type Checkout = Awaited<ReturnType<typeof checkout>>;

const post = (title: string, body = "Ice.", ...keys: string[]): string =>
  ["---", `title: ${JSON.stringify(title)}`, ...keys, "---", "", body, ""].join("\n");

interface RunOptions {
  readonly event?: string;
  readonly payload?: object;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly run?: number;
  /** Runs the packed program, and not its code in this process. */
  readonly packed?: boolean;
}

const repository = { full_name: "a/b", default_branch: "main" };

const pullRequest = (number: number, head: object | null = { full_name: "a/b" }) => ({
  ...{ repository, number },
  pull_request: { number, head: { repo: head } },
});

let runs = 1_000;

const runHere = async (env: Readonly<Record<string, string | undefined>>) => {
  let log = "";
  const write = (text: string) => {
    log += text;
  };
  return { status: await runAction(env, { write }), log };
};

const runPacked = (env: NodeJS.ProcessEnv, cwd: string) =>
  promisify(execFile)(process.execPath, [join(action, "dist/index.mjs")], { cwd, env }).then(
    ({ stdout, stderr }) => ({ status: 0, log: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ status: Number(code), log: `${stdout}${stderr}` }),
  );

/** Runs the action as a runner does: inputs and job in the environment, answers in files. */
const runJob = async (
  { workspace, folder }: Checkout,
  {
    event = "push",
    payload = { repository },
    inputs = {},
    environment = {},
    run = ++runs,
    packed = false,
  }: RunOptions,
) => {
  const files = await mkdtemp(join(workspace, ".runner-"));
  const path = (name: string) => join(files, name);
  await writeFile(path("event.json"), JSON.stringify(payload));
  for (const name of ["output", "summary"]) await writeFile(path(name), "");
  const number = "number" in payload ? payload.number : undefined;
  const env = {
    ...{ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    ...{ GITHUB_ACTIONS: "true", GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: path("event.json") },
    ...{ GITHUB_REPOSITORY: "a/b", GITHUB_ACTOR: "ada", GITHUB_SHA: "0123abc" },
    GITHUB_REF: number === undefined ? "refs/heads/main" : `refs/pull/${number}/merge`,
    ...{ GITHUB_RUN_ID: String(run), GITHUB_RUN_ATTEMPT: "1", GITHUB_WORKSPACE: workspace },
    ...{ GITHUB_OUTPUT: path("output"), GITHUB_STEP_SUMMARY: path("summary") },
    ...{
      INPUT_URL: service.url,
      INPUT_FOLDER: packed ? folder : join(workspace, folder),
      INPUT_PARENT: "/home/notes",
    },
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    ...{ ...github.environment(), ...environment },
  };
  const { status, log } = await (packed ? runPacked(env, workspace) : runHere(env));
  const output = await readFile(path("output"), "utf8");
  const outputs = Object.fromEntries(
    [...output.matchAll(/^(\w+)<<(\S+)\n(.*?)\n\2$/gms)].map(([, name, , value]) => [name, value]),
  );
  return { status, log, outputs, summary: await readFile(path("summary"), "utf8") };
};

const onPull = (made: Checkout, options: RunOptions = {}) =>
  runJob(made, {
    ...{ event: "pull_request", payload: pullRequest(made.number) },
    ...options,
    environment: { ...github.oidc(), ...options.environment },
  });

const onMain = (made: Checkout, options: RunOptions = {}) =>
  runJob(made, { ...options, inputs: { token: "ada", ...options.inputs } });

const commentOn = ({ number }: Checkout): string => {
  const [comment, ...others] = github.commentsOf(number);
  expect(others).toEqual([]);
  return comment!.body;
};

const pagesOf = async ({ folder: source }: Checkout) =>
  (await call(listEditablePages, { as: "ada", query: { source, order: "title" } })).body.results;

describe("a pull request", () => {
  test("has its plan as one comment, which later pushes change; nothing is written to the site", async () => {
    const made = await checkout({ "a.md": post("First ice") });
    const first = await onPull(made, { packed: true });
    expect(first).toMatchObject({ status: 0, outputs: { mode: "plan", changed: "1", failed: "0" } });
    expect(JSON.parse(first.outputs.counts!)).toEqual({ create: 1 });
    expect(commentOn(made)).toContain("<td>create, then publish</td>");
    expect(commentOn(made)).toContain("<code>First ice</code>");
    expect(first.outputs.comment).toBe(github.commentsOf(made.number)[0]!.html_url);
    expect(first.summary).toContain("<td>create, then publish</td>");
    expect(await pagesOf(made)).toEqual([]);
    await made.write("b.md", post("Second ice"));
    await onPull(made);
    expect(commentOn(made)).toContain("2 files: 2 create.");
  });

  test("that is planned with the token of the job keeps the secrets out of its log", async () => {
    const made = await checkout({ "a.md": post("Masked") });
    github.subjects.splice(0);
    const { log } = await onPull(made);
    const [subject] = github.subjects;
    const masks = [...log.matchAll(/^::add-mask::(.*)$/gm)].map(([, secret]) => secret!);
    expect(masks).toEqual([subject, expect.stringMatching(/^lct_/)]);
    for (const mask of masks) expect(log.split(mask)).toHaveLength(2);
  });

  test("shows the differences of each file, and what is wrong with it, and fails for a conflict", async () => {
    const made = await checkout({ "a.md": post("Ice", "Thin."), "b.md": post("Snow", "Deep.") });
    expect(await onMain(made)).toMatchObject({ status: 0 });
    const [, snow] = await pagesOf(made);
    const stored = (await call(readPost, { as: "su", params: { id: snow!.id } })).body;
    const base_revision_id = String(stored.latest_revision_id);
    await call(updatePost, {
      ...{ as: "su", params: { id: snow!.id } },
      body: { detail_markdown: "Theirs.", base_revision_id },
    });
    await made.write("a.md", post("Ice", "Thick.", "tags: [winter]", "mood: cold"));
    await made.write("b.md", post("Snow", "Ours."));
    const { status, outputs, log } = await onPull(made);
    expect([status, outputs.failed]).toEqual([1, "1"]);
    const comment = commentOn(made);
    expect(comment).toContain(
      '```diff\n@@ tags @@\n- []\n+ ["winter"]\n@@ text @@\n- "<p>Thin.</p>"\n+ "<p>Thick.</p>"\n```',
    );
    expect(comment).toMatch(/<li>fault: <code>.*-b.md&#58;1<\/code> <code>su has edited this page/);
    expect(comment).toMatch(/<li>warning: .*mood/);
    expect(log).toContain(`${made.path("b.md")},line=1::su has edited this page`);
    expect(log).toContain(`${made.path("a.md")},line=4::mood`);
  });

  test("says the faults of files before anything else", async () => {
    const made = await checkout({ "a.md": "---\ndate: yesterday\n---\n" });
    const { status, log, outputs } = await onPull(made, { packed: true });
    expect([status, outputs.failed]).toEqual([1, "1"]);
    expect(log).toContain(`::error file=${made.path("a.md")},line=2::`);
    expect(commentOn(made)).toContain("cannot be published");
  });

  test("that changes nothing gets no comment, but an earlier comment is corrected", async () => {
    const made = await checkout({ "a.md": post("Same") });
    await onMain(made);
    const { summary } = await onPull(made);
    expect(github.commentsOf(made.number)).toEqual([]);
    expect(summary).toContain("Nothing would change.");
    await made.write("a.md", post("Other"));
    await onPull(made);
    await made.write("a.md", post("Same"));
    await onPull(made);
    expect(commentOn(made)).toContain("Nothing would change.");
  });

  test("from a fork, or of Dependabot, has no secrets: the plan is skipped, and says so", async () => {
    const made = await checkout({ "a.md": post("Fork") });
    const skipped = {
      status: 0,
      outputs: { mode: "skipped" },
      summary: expect.stringMatching(/skipped.*forks/),
    };
    for (const head of [{ full_name: "c/b" }, null])
      expect(
        await runJob(made, { event: "pull_request", payload: pullRequest(made.number, head) }),
      ).toMatchObject({ ...skipped, log: expect.stringContaining("::notice::The plan was skipped") });
    const environment = { GITHUB_ACTOR: "dependabot[bot]" };
    const ofDependabot = {
      packed: true,
      event: "pull_request",
      payload: pullRequest(made.number),
      environment,
    };
    expect(await runJob(made, ofDependabot)).toMatchObject(skipped);
    expect(github.commentsOf(made.number)).toEqual([]);
    const ofOurs = await runJob(made, { event: "pull_request", payload: pullRequest(made.number) });
    expect(ofOurs).toMatchObject({ status: 1, log: expect.stringContaining("id-token: write") });
  });

  test("is still planned where GitHub takes no comment, with a warning", async () => {
    const made = await checkout({ "a.md": post("Unwelcome") });
    github.state.refusesComments = true;
    const { status, log, outputs, summary } = await onPull(made);
    expect([status, outputs.mode]).toEqual([0, "plan"]);
    expect(log).toMatch(/::warning::.*pull-requests: write.*Resource not accessible/);
    expect(summary).toContain("Unwelcome");
  });
});

describe("the comment", () => {
  const isInCode = (comment: string, text: string) =>
    comment.split("\n").every((line) => !line.includes(text) || /^[-+@] /.test(line));

  test("shows what people have written as text only", async () => {
    const hostile = "@octocat <img src=x> `tick` | pipe\n\n# head [x](http://evil.example) ``` end";
    const made = await checkout({ "a.md": post("Plain", "One.") });
    await onMain(made);
    await made.write("a.md", post(hostile, "```\n@octocat\n```\n\n</details> <script>"));
    await made.write("b`|@octocat <b>.md", post(hostile, "New.", `slug: ${made.folder}-hostile`));
    await onPull(made);
    const comment = commentOn(made);
    expect(comment).toContain("&#64;octocat");
    for (const sign of ["@octocat", "<img", "<script", "</details> ", "](http", "<b>"])
      expect([sign, isInCode(comment, sign)]).toEqual([sign, true]);
    // Every fence that is opened is closed by its own end, and each table has one row for each file.
    expect(comment.match(/^```/gm)).toHaveLength(2);
    expect(comment.match(/^<tr><td>/gm)).toHaveLength(2);
  });

  test("is never longer than GitHub takes, and says what is missing", async () => {
    const made = await checkout({});
    const long = (word: string) =>
      Array.from({ length: 30 }, (_, line) => `${word} ${"ö😀".repeat(400)} ${line}.`).join("\n\n");
    for (let number = 10; number < 20; number++)
      await made.write(`${number}.md`, post(`Long ${number}`, long("One")));
    await onMain(made);
    for (let number = 10; number < 20; number++)
      await made.write(`${number}.md`, post(`Long ${number}`, long("Two")));
    const { status, summary } = await onPull(made);
    expect(status).toBe(0);
    const comment = commentOn(made);
    expect(comment.length).toBeGreaterThan(30_000);
    expect(comment).toMatch(/The differences of \d+ more files are too long/);
    expect(comment.match(/^<tr><td>/gm)).toHaveLength(10);
    expect(comment.match(/^<details>/gm)).toHaveLength(comment.match(/^<\/details>/gm)!.length);
    expect(summary.length).toBeLessThan(maxSummaryLength);
  });

  test("is one comment also if two runs begin it at once: the older with the text of the later run", async () => {
    const one = await checkout({ "a.md": post("Early") }, "same");
    const other = await checkout({ "a.md": post("Late") }, "same");
    const { promise: bothAsk, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    github.state.beforeList = async () => {
      if (++asked === 2) resolve();
      await bothAsk;
    };
    const payload = pullRequest(one.number);
    const results = await Promise.all([
      onPull(one, { payload, run: 501 }),
      onPull(other, { payload, run: 502 }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([0, 0]);
    expect(commentOn(one)).toContain("<code>Late</code>");
    github.state.beforeList = async () => {};
    // An earlier run that is repeated does not bring its plan back.
    await onPull(one, { payload, run: 501 });
    expect(commentOn(one)).toContain("<code>Late</code>");
  });

  test("is found among many, and is never one that somebody else has written", async () => {
    const made = await checkout({ "a.md": post("Found") });
    await onPull(made);
    const pasted = commentOn(made);
    github.forget(made.number);
    const theirs = github.add(made.number, pasted, "mallory");
    for (let count = 0; count < 120; count++) github.add(made.number, `Comment ${count}`, "bo");
    await onPull(made);
    await made.write("a.md", post("Changed"));
    await onPull(made);
    expect(theirs.body).toBe(pasted);
    const byRobot = github.commentsOf(made.number).filter(({ user }) => user.login === robot);
    expect(byRobot.map(({ body }) => body)).toEqual([expect.stringContaining("<code>Changed</code>")]);
  });
});

describe("previews", () => {
  const inputs = { previews: "true" };
  const linkIn = (comment: string) =>
    /<a href="([^"]+)">preview<\/a>/
      .exec(comment)?.[1]
      ?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

  test("show new posts by drafts of their revision; what the public sees is left alone", async () => {
    const made = await checkout({ "live.md": post("Live", "Public.") });
    await onMain(made);
    await made.write("live.md", post("Live", "Changed."));
    const cover = sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } });
    await made.write("new.png", await cover.png().toBuffer());
    await made.write("new.md", post("New", "Not yet.", `cover: ${made.folder}-new.png`));
    await onPull(made, { inputs });
    const [live, draft] = await pagesOf(made);
    expect(live).toMatchObject({ live: true, has_draft: false });
    expect(draft).toMatchObject({ title: "New", live: false, status: "draft" });
    const comment = commentOn(made);
    expect(comment).toMatch(/@@ to be uploaded @@\n\+ ".*new\.png" \(\d+ bytes\)/);
    expect(comment.match(/>preview</g)).toHaveLength(2);
    const shown = new URL(linkIn(comment)!);
    const page = await fetch(`${service.url}${shown.pathname}${shown.search}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Not yet.")]);
    // A later push shows its own revision, and the merge publishes that page.
    await made.write("new.md", post("New", "Almost.", `cover: ${made.folder}-new.png`));
    await onPull(made, { inputs });
    expect((await pagesOf(made)).map(({ id }: { id: number }) => id)).toEqual([live!.id, draft!.id]);
    const next = new URL(linkIn(commentOn(made))!);
    expect(await (await fetch(`${service.url}${next.pathname}${next.search}`)).text()).toContain("Almost.");
    expect((await onMain(made)).outputs.counts).toBe('{"published":1,"updated":1}');
  });

  test("are not made for forks, nor by events that have the rights of the main branch", async () => {
    const made = await checkout({ "a.md": post("No preview") });
    await onPull(made, { inputs, payload: pullRequest(made.number, { full_name: "c/b" }) });
    await onPull(made, { inputs, event: "pull_request_target" });
    expect(await pagesOf(made)).toEqual([]);
  });
});

describe("the main branch", () => {
  test("is published, with the token of the job, and then unchanged; pages without files go by prune", async () => {
    const made = await checkout({ "a.md": post("A"), "b.md": post("B") });
    github.state.claims = ofMain;
    const environment = github.oidc();
    const first = await runJob(made, { environment, packed: true });
    expect(first).toMatchObject({
      status: 0,
      outputs: { mode: "publish", changed: "2", failed: "0", counts: '{"published":2}' },
    });
    expect(first.summary).toContain("<td>published</td>");
    await made.remove("b.md");
    const kept = await runJob(made, { environment });
    expect(kept.log).toContain(`Without a file, and still on the site: ${made.folder}-b.md`);
    expect(kept.outputs.counts).toBe('{"unchanged":1}');
    const pruned = await runJob(made, { environment, inputs: { prune: "true" } });
    expect(pruned.outputs.counts).toBe('{"unpublished":1,"unchanged":1}');
  });

  test("is published by hand too, and other branches are planned", async () => {
    const made = await checkout({ "a.md": post("By hand", "Ice.", "mood: cold") });
    const event = "workflow_dispatch";
    const elsewhere = await onMain(made, {
      event,
      packed: true,
      environment: { GITHUB_REF: "refs/heads/draft" },
    });
    expect(elsewhere.outputs.mode).toBe("plan");
    const other = await onMain(made, { event: "workflow_run" });
    expect(other.outputs.mode).toBe("plan");
    const strict = await onMain(made, { event, inputs: { strict: "true" } });
    expect(strict).toMatchObject({ status: 1, outputs: { mode: "publish", failed: "1" } });
    expect(strict.log).toContain(`${made.path("a.md")},line=3::mood`);
    const { outputs } = await onMain(made, { event, inputs: { branch: "main" }, packed: true });
    expect(outputs).toMatchObject({ mode: "publish", counts: '{"published":1}' });
    const planned = await onMain(made, { event, inputs: { mode: "plan" } });
    expect(planned.outputs).toMatchObject({ mode: "plan", changed: "0" });
  });

  test("is left alone by the run of an earlier commit, unless the folder is the same", async () => {
    const made = await checkout({ "a.md": post("New") });
    const place = (commit: string) => `${commit}:${made.folder}`;
    github.trees.set(place("0123abc"), "of the run").set(place("refs/heads/main"), "later");
    const old = await onMain(made);
    expect(old).toMatchObject({ status: 0, outputs: { mode: "skipped" } });
    expect(old.log).toContain("::notice::Nothing was published");
    expect(await pagesOf(made)).toEqual([]);
    github.trees.set(place("refs/heads/main"), "of the run");
    expect((await onMain(made)).outputs.mode).toBe("publish");
    github.state.knowsTrees = false;
    const unknown = await onMain(made);
    expect(unknown.outputs.mode).toBe("publish");
    expect(unknown.log).toContain("::warning::Published without knowing");
  });

  test("tells which trust is missing, and what else is wrong, in one line", async () => {
    const made = await checkout({ "a.md": post("Untrusted") });
    github.state.claims = { repository: "c/b", ref: "refs/heads/main" };
    const untrusted = await runJob(made, { environment: github.oidc() });
    expect(untrusted).toMatchObject({ status: 1, outputs: {} });
    expect(untrusted.log).toMatch(/^::error::.* gives this job no token .*has to trust the issuer/m);
    const complaints = async (inputs: Record<string, string>) => {
      const { status, log } = await onMain(made, { inputs });
      expect(status).toBe(1);
      return /^::error::(.*)$/m.exec(log)?.[1];
    };
    expect(await complaints({ folder: "elsewhere" })).toMatch(/^There is no folder elsewhere/);
    expect(await complaints({ folder: "/" })).toBe("The folder / is not in this repository.");
    expect(await complaints({ prune: "yes" })).toBe("The input 'prune' is true or false.");
    expect(await complaints({ url: "notes.example" })).toMatch(/^The URL notes.example is not an address/);
    expect(await complaints({ url: "https://ada:secret@notes.example" })).not.toContain("secret");
    expect(await complaints({ parent: "/home/nowhere" })).toMatch(/^This token may not add posts/);
  });

  test("is told in one line that there is no event", async () => {
    const made = await checkout({ "a.md": post("No event") });
    const { status, log } = await onMain(made, { environment: { GITHUB_EVENT_PATH: "/missing/event.json" } });
    expect({ status, log }).toMatchObject({ status: 1, log: expect.stringMatching(/names no event: /) });
    expect(log).not.toContain("    at ");
  });

  test("is not changed by what a file's name says to the runner", async () => {
    const made = await checkout({
      "##[stop-commands]x ::set-output name=y::z.md": post("Name", "Ice.", "slug: name-says"),
    });
    const { log } = await onMain(made);
    const [, end, listing] = /^::stop-commands::(\S+)\n(.*?)\n::\1::$/ms.exec(log)!;
    expect(listing).toContain("##[stop-commands]x");
    expect(log.replace(listing!, "")).not.toContain("##[");
    expect(end).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test("action.yml names the inputs that the action reads, the outputs that it gives, and its program", async () => {
  const described = parse(await readFile(join(action, "action.yml"), "utf8"));
  const made = await checkout({ "a.md": post("Outputs") });
  const { outputs } = await onMain(made, { inputs: { mode: "plan" } });
  expect(Object.keys(described.outputs).sort()).toEqual(Object.keys(outputs).sort());
  const program = await readFile(join(action, described.runs.main), "utf8");
  for (const name of Object.keys(described.inputs)) expect(program).toContain(`"${name}"`);
  for (const foreign of ["@aws-sdk", "node:sqlite", "libvips"]) expect(program).not.toContain(foreign);
});

describe("docs/ci.md", () => {
  const textOf = (page: string) => readFile(join(root, page), "utf8");
  const yamlIn = (text: string) => [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) => parse(yaml!));
  const stepsIn = (value: unknown): { uses?: string; with?: object }[] =>
    typeof value !== "object" || value === null
      ? []
      : "uses" in value
        ? [value as { uses: string }]
        : Object.values(value).flatMap(stepsIn);

  test("has YAML that parses, and uses inputs that the action has", async () => {
    const inputs = Object.keys(parse(await readFile(join(action, "action.yml"), "utf8")).inputs);
    const pages = ["docs/ci.md", "packages/action/README.md"];
    for (const page of pages) {
      const steps = stepsIn(yamlIn(await textOf(page))).filter(({ uses }) => /lectern/.test(uses!));
      expect(steps).toHaveLength(1);
      for (const step of steps) {
        expect(step.uses).toMatch(/^your-organisation\/lectern-action@v1$/);
        expect(inputs).toEqual(expect.arrayContaining(Object.keys(step.with!)));
      }
    }
    const [, listed = ""] = /Its\s+inputs are (.*?);/s.exec(await textOf("docs/ci.md"))!;
    expect([...listed.matchAll(/`([\w-]+)`/g)].map(([, name]) => name).sort()).toEqual(inputs.sort());
  });

  test("has a manifest that is valid, and commands whose options exist", async () => {
    const text = await textOf("docs/ci.md");
    const [manifest] = yamlIn(text);
    const { created } = await applyManifest({ version: 1, ...manifest }, { dryRun: true });
    expect(created).toBeGreaterThan(0);
    const commands = [
      ...text.matchAll(/npx --yes --package "\$LECTERN_CLI" lectern (\w+) posts (.*?)(?: +[#>].*)?$/gm),
    ];
    expect(commands).toHaveLength(4);
    for (const [, command, options] of commands)
      expect(() =>
        parsePublishOptions(["posts", ...options!.trim().split(" ")], command as "plan"),
      ).not.toThrow();
  });

  test("says how jobs of any CI get a token: by their OIDC token, which the command exchanges", async () => {
    const made = await checkout({ "a.md": post("Any CI") });
    github.state.claims = ofMain;
    const run = async (idToken: string) => {
      const environment = { LECTERN_URL: `${service.url}/`, LECTERN_ID_TOKEN: idToken };
      return lecternIn(environment, "", ["publish", join(made.workspace, made.folder)]);
    };
    expect(await run(await github.signed(service.url))).toMatchObject({ status: 0, stderr: "" });
    expect(await pagesOf(made)).toMatchObject([{ title: "Any CI", live: true }]);
    const refused = await run(await github.signed("https://elsewhere.example"));
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("gives this job no token") });
  });
});
