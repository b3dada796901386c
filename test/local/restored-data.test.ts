import { execFile } from "node:child_process";
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, test, vi } from "vitest";
import {
  addressIn,
  ended,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";
import { root } from "#test/support/sources.ts";

const secret = "restored-data-restored-data-restored";

/**
 * More pages draw more numbers than the lost posts, which shows in what order opening and applying take
 * place.
 */
const manifestWith = (pages: number): string => `
version: 1
site: { name: Restored, base_url: "http://127.0.0.1" }
groups:
  - name: Editors
    admin_access: true
    pages: [{ page: "/", allow: [add, change, publish] }]
users: [{ username: editor, groups: [Editors] }]
tokens: [{ name: test, user: editor, secret: ${secret} }]
pages:
  - type: site.HomePage
    slug: home
    title: Home
    children:
      - { type: site.Blog, key: blog, slug: blog, title: Blog }
${Array.from({ length: pages }, (_, index) => `      - { type: site.Blog, key: b${index}, slug: b${index}, title: Blog ${index} }`).join("\n")}
`;

let folder: string;
let data: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  data = join(folder, "data");
});

/**
 * A service on the data directory. Its job stores a snapshot at the start, and has ended when the service
 * has.
 */
const start = async (manifest?: string) => {
  const file = join(folder, "site.yaml");
  if (manifest !== undefined) await writeFile(file, manifest);
  const options = ["--port=0", `--data=${data}`, manifest === undefined ? "--no-demo" : `--manifest=${file}`];
  const program = startProgram(process.execPath, ["local/start.js", ...options], { env: ownEnvironment() });
  const complaint = text(program.stderr!);
  const url = addressIn(await firstLineOf(program));
  const ask = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    const sent = body && { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(url + path, { headers, ...sent });
    return { status: answer.status, body: await answer.json() };
  };
  const blogId = async (): Promise<number> => {
    const { body } = await ask("/api/editor/parents/");
    return body.find(({ title }: { title: string }) => title === "Blog").id;
  };
  return {
    ask,
    blogId,
    /** Publishes a post with words and a tag of its own. */
    publish: async (slug: string) => {
      const overview = [{ type: "paragraph", value: `<p>Of ${slug} and marsh</p>` }];
      const post = {
        parent: { id: await blogId() },
        title: `A ${slug}`,
        slug,
        tags: [slug, "bird"],
        overview,
      };
      const { body } = await ask("/api/editor/posts/", post);
      expect((await ask(`/api/editor/posts/${body.id}/publish/`, {})).status).toBe(200);
    },
    /** Stops the service; gives its log. */
    stop: async () => {
      program.kill("SIGTERM");
      await ended(program);
      return complaint;
    },
  };
};

type Service = Awaited<ReturnType<typeof start>>;

/** The public's lists, searches and facets. */
const answersOf = async ({ ask, blogId }: Service) => {
  const words = ["heron", "egret", "lost", "tern", "marsh"];
  const paths = [
    "/api/cms/pages/?limit=20",
    "/api/cms/pages/?limit=20&order=-title",
    ...words.map((word) => `/api/cms/pages/?search=${word}`),
    `/api/facet_counts/${await blogId()}/`,
  ];
  const answers: string[] = [];
  for (const path of paths) {
    const { status, body } = await ask(path);
    expect(status).toBe(200);
    answers.push(`${path} ${JSON.stringify(body)}`.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1"));
  }
  return answers;
};

/** The status and the findings of `lectern catalog verify`. */
const verify = () =>
  new Promise<{ status: number; catalogs: Record<string, readonly string[]> }>((resolve, reject) => {
    const command = ["cli/lectern.js", "catalog", "verify", "--json", `--data=${data}`];
    execFile(process.execPath, command, { cwd: root, env: ownEnvironment() }, (error, stdout, stderr) => {
      if (!stdout) return reject(new Error(stderr));
      const found = JSON.parse(stdout).catalogs as { catalog: string; state: string; details: string[] }[];
      const catalogs = found.map(({ catalog, state, details }) => [catalog, [state, ...details]]);
      resolve({ status: Number(error?.code ?? 0), catalogs: Object.fromEntries(catalogs) });
    });
  });

const snapshots = () => join(data, "files", "objects", "snapshots");

/** The database's files, as an operator would copy them. */
const databaseFiles = async (place: string) =>
  (await readdir(place)).filter((name) => name.startsWith("table.sqlite"));

const moveDatabase = async (from: string, to: string): Promise<void> => {
  for (const name of await databaseFiles(to)) await rm(join(to, name), { recursive: true });
  for (const name of await databaseFiles(from))
    await cp(join(from, name), join(to, name), { recursive: true });
};

test("a restored copy of the database gets no lists from after the restored moment", async () => {
  const first = await start(manifestWith(0));
  await first.publish("heron");
  await first.stop();
  const copy = join(folder, "copy");
  await mkdir(copy);
  await moveDatabase(data, copy);

  const second = await start();
  await second.publish("lost");
  expect((await answersOf(second)).join()).toContain("A lost");
  await second.stop();
  // Without one, the next start stores a snapshot of everything. A short life may have stored none.
  await rm(snapshots(), { recursive: true, force: true });
  const snapshotting = await start();
  await vi.waitFor(async () => expect(await readdir(snapshots())).not.toEqual([]), 60_000);
  await snapshotting.stop();
  expect(await verify()).toEqual({
    status: 0,
    catalogs: {
      service: ["agrees"],
      "newest snapshot": ["agrees"],
      "older snapshot": ["not_compared", "there is none"],
    },
  });

  await moveDatabase(copy, data);
  const passedOver = ["not_compared", "it knows more than the change log; nothing begins there"];
  expect(await verify()).toMatchObject({
    status: 0,
    catalogs: { service: passedOver, "newest snapshot": passedOver },
  });
  const third = await start(manifestWith(20));
  for (const slug of ["egret", "tern"]) await third.publish(slug);
  const answers = await answersOf(third);
  expect((await verify()).catalogs.service).toEqual(["agrees"]);
  // After the manifest, the log has more numbers than the snapshot.
  expect(await third.stop()).toContain(
    "The newest snapshot is passed over: it knows more than the change log.",
  );
  expect(answers.join()).toContain("A tern");
  expect(answers.join()).not.toContain("A lost");
  expect(await verify()).toMatchObject({
    status: 0,
    catalogs: { service: ["agrees"], "newest snapshot": ["agrees"] },
  });

  await rm(snapshots(), { recursive: true, force: true });
  const rebuilt = await start();
  expect(await answersOf(rebuilt)).toEqual(answers);
  await rebuilt.stop();
}, 120_000);
