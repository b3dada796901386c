import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { renewFeeds } from "#lib/feed-renewal/renew-feeds.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { createPost, publishPost } from "#lib/routes/editor-posts.ts";
import { demoEnvironment } from "#local/demo.ts";
import { call } from "#test/support/call.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { root } from "#test/support/sources.ts";
import { makeTable, useTable } from "#test/support/table.ts";
import { lectern, lecternIn } from "./lectern.ts";

useTable();
const service = useServedFiles();

const example = join(root, "examples/field-notes");
const secret = "x".repeat(40);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-moving-"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const ask = (...args: string[]) => lecternIn({ LECTERN_URL: service.url, LECTERN_TOKEN: secret }, "", args);

const post = (slug: string, fields: object) => ({ type: "site.Post", slug, title: `Of ${slug}`, ...fields });

/** What the demo does not have. */
const morePosts = [
  post("rich", {
    ...{ key: "rich", title: "Rich: a *post*", authors: ["iris"], guid: "tag:old.example,2019:rich" },
    ...{ aliases: ["/2019/rich.html"], former_slugs: ["richer"], visible_date: "2024-02-03T04:05:06Z" },
    detail_markdown: "Some *text*, ~~struck~~ & a [^1] | pipe.\n\n```lectern\nx: y\n```",
  }),
  post("closed", { restriction: { type: "password", password: "reed" }, detail_markdown: "Closed." }),
  post("unseen", { live: false }),
  post("later", { live: false, scheduled_at: "2099-01-02T03:04:00Z" }),
];
const moreEpisodes = [
  {
    ...{ type: "site.Episode", slug: "old", title: "Old", podcast_audio: { audio: "bittern" } },
    ...{ season: { season: "first-spring" }, episode_number: 7, episode_type: "bonus", explicit: 1 },
    ...{ guid: "an old id", visible_date: "2024-05-06T07:08:09Z" },
  },
];

/** The demo's files with small pictures in place of its own, of which a service takes long to make copies. */
const mediaFolder = async (images: readonly { readonly file: string }[]): Promise<string> => {
  const made = join(folder, "example");
  await cp(join(example, "media"), join(made, "media"), { recursive: true });
  for (const [index, { file }] of images.entries()) {
    // Artwork has at least this size; contents differ, because a file is stored once.
    const [width, height] = /calls/.test(file) ? [1400, 1400] : [60 + index, 40];
    const format = file.endsWith(".png") ? "png" : "jpeg";
    await writeFile(join(made, file), await samplePicture(format, { width, height }));
  }
  return made;
};

/** The demo with more, in which nothing has the id that it has in an empty service. */
const makeSite = async (): Promise<void> => {
  const site = parse(await readFile(join(example, "site.yaml"), "utf8"));
  const [home] = site.pages;
  const [notes, calls] = home.children;
  const blogs = ["a", "b", "c"].map((slug) => ({ type: "site.Blog", slug, title: "Of before" }));
  const categories = blogs.map(({ slug }) => ({ slug, name: slug }));
  await applyManifest({ version: 1, categories, pages: [{ ...home, children: blogs }] });
  notes.children.push(...morePosts);
  calls.children.push(...moreEpisodes);
  site.users.push({ username: "root", superuser: true, password: "env:ROOT" });
  site.tokens.push({ name: "root", user: "root", secret });
  const media = await mediaFolder(site.images);
  const redirects = [{ from: "/blog/", to: "/home/notes" }];
  const { ids } = await applyManifest(
    { ...site, authors: [{ slug: "iris", name: "Iris" }], redirects },
    {
      folder: media,
      prune: "all",
      environment: {
        ROOT: secret,
        ...demoEnvironment({ token: `${secret}DEMO`, passwords: { ada: secret, bo: secret } }),
      },
    },
  );
  const value = `<p>See <a linktype="page" id="${ids.pages.rich}">the rich one</a>.</p>`;
  const detail = [{ type: "paragraph", value }];
  const linking = { title: "Linking", slug: "linking", visible_date: "2026-02-03T00:00:00Z", detail };
  const parent = { id: ids.pages.notes ?? ids.pages["/home/notes"] };
  const { body } = await call(createPost, { as: secret, body: { ...linking, overview: [], parent } });
  await call(publishPost, { as: secret, params: { id: body.id } });
  const kept = join(folder, "kept");
  await mkdir(kept);
  await writeFile(join(kept, "heron.jpg"), await readFile(join(media, "media/heron-at-dawn.jpg")));
  const text = "---\ntitle: Kept\ndate: 2026-01-02\n---\n\n![](heron.jpg)\n\nFrom a folder.\n";
  await writeFile(join(kept, "kept.md"), text);
  const run = await ask("publish", kept, "--parent", "/home/notes");
  expect(run, run.stderr).toMatchObject({ status: 0 });
};

/** Where the public begins to read; the first ones lead to all others. */
const entrances = [
  ...["/", "/sitemap.xml", "/robots.txt", "/api/cms/pages/?fields=*&limit=100", "/api/themes/"],
  ...["/2019/rich.html", "/notes/richer/", "/blog/rich/", "/notes/closed/", "/notes/the-owl-box/"],
];

const linkIn = /["'>]((?:http:\/\/127\.0\.0\.1:\d+)?\/[\w/.;%-]+)["'<]/g;

/** Everything that the public is shown, by its address; and all that these answers link to. */
const publicAnswers = async (): Promise<ReadonlyMap<string, string>> => {
  await renewFeeds();
  const answers = new Map<string, string>();
  const addresses = new Set(entrances);
  for (const address of addresses) {
    const answer = await fetch(service.url + address, { redirect: "manual" });
    const { status, headers } = answer;
    const type = headers.get("content-type") ?? "";
    const isText = /text|json|xml/.test(type);
    const text = Buffer.from(await answer.arrayBuffer()).toString(isText ? "utf8" : "base64");
    answers.set(
      ofAnyService(address),
      ofAnyService([status, type, headers.get("location"), text].join("\n")),
    );
    if (!isText) continue;
    for (const [, link = ""] of text.matchAll(linkIn))
      if (!/^\/(?:_scripts|api\/docs)/.test(link)) addresses.add(link.replace(service.url, ""));
  }
  return answers;
};

/** Without what may differ between services: ids, when something was written, and what is made of these. */
const ofAnyService = (text: string): string => {
  const plain = text
    .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, unlessOld)
    .replace(/(?<=<(?:pubDate|lastBuildDate)>)[^<]+/g, unlessOld)
    .replace(idInAddress, "N")
    .replace(/(?<=\/_feeds\/N\/)\d+(?=[.-])/g, "N")
    .replace(/(?<="id": ?|name="page" value=")\d+/g, "N")
    .replace(/(?<=<!-- |"digest":")[\w-](?: ?[\w-]){42}/g, "a digest of ids and times");
  // It has the pages that changed last at its end.
  const urls = plain.match(/<url>.*?<\/url>/gs) ?? [];
  return [...urls.sort(), plain.replace(/<url>.*?<\/url>/gs, "")].join("\n");
};

const idInAddress =
  /(?<=(?:pages|images|audios|post|webplayer|_feeds|facet_counts|search-suggestions)(?:\/|%2F))\d+/g;

/** Everything that the site says of time is older than this run. */
const unlessOld = (time: string): string => (Date.parse(time) < startedMs ? time : "since the test began");
/** Feeds say whole seconds. */
const startedMs = Math.floor(Date.now() / 1_000) * 1_000;

/** From here on, the service is another one, which has nothing yet. */
const becomeEmptyService = async (): Promise<void> => {
  process.env.TABLE_NAME = `${process.env.TABLE_NAME}-second`;
  await makeTable();
  const files = await readdir(process.env.FILES_FOLDER!, { recursive: true, withFileTypes: true });
  for (const file of files) if (file.isFile()) await rm(join(file.parentPath, file.name));
};

// It takes some seconds: a whole site is made, exported, made again, and read twice.
test("a site that has moved to an empty service shows the public the same", async () => {
  vi.stubEnv("PUBLIC_ORIGIN", service.url);
  await makeSite();
  const before = await publicAnswers();
  expect([...before.keys()]).toEqual(expect.arrayContaining(["/_feeds/N/mp3.rss", "/_feeds/N/N.vtt"]));

  const site = join(folder, "site");
  const exported = await ask("export", "--all", "--to", site, "--without-ids");
  const [, ...said] = exported.stderr.split("\n");
  expect(said).toEqual([
    ...variables.map((name) => `  ${name}`),
    `${site}/notes/how-we-count.md:1: The file cannot say its latest changes, which are not public.`,
    expect.stringMatching(/\/frogs-before-the-clocks\.md:1: The file cannot say who takes part in it, /),
    expect.stringMatching(/\/who-sings-first\.md:1: The file cannot say .* it has no recording\.$/),
    "",
  ]);
  expect((await stat(join(site, "media/images/reeds/reeds.png"))).mode & 0o777).toBe(0o600);
  const again = await ask("export", "--all", "--to", site, "--without-ids");
  expect(again.stdout).toMatch(/\n14 posts, 0 files fetched\n$/);

  await becomeEmptyService();
  for (const name of variables) vi.stubEnv(name, name === "LECTERN_TOKEN_DEMO" ? `${secret}-demo` : secret);
  expect(await lectern("apply", join(site, "site.yaml"))).toMatchObject({ status: 0, stderr: "" });
  const linking = await fetch(`${service.url}/notes/linking/`);
  expect(await linking.text()).toMatch(/<a href="[^"]*\/notes\/rich\/">the rich one<\/a>/);
  const commands = exported.stdout.split("\n").filter((line) => line.startsWith("lectern publish "));
  for (const command of commands) await publishAsPrinted(command);
  expect(await publicAnswers()).toEqual(before);
});

const variables = [
  ...["LECTERN_PASSWORD_ADA", "LECTERN_PASSWORD_BO", "LECTERN_PASSWORD_ROOT"],
  ...["LECTERN_TOKEN_DEMO", "LECTERN_TOKEN_ROOT", "LECTERN_PASSWORD_HOME_NOTES_CLOSED"],
];

/** What the manifest has made otherwise than the file says it, which is told, needs `--force`. */
const publishAsPrinted = async (command: string): Promise<void> => {
  const args = command.split(" ").slice(1);
  const conflicts = (await ask(...args)).stderr.split("\n").filter(Boolean);
  expect(conflicts).toEqual(
    (args.includes("notes") ? ["how-we-count", "linking"] : []).map((name) =>
      expect.stringMatching(
        `/${name}\\.md:1: No folder keeps this page, and it says something else; --force `,
      ),
    ),
  );
  expect(await ask(...args, "--force")).toMatchObject({ status: 0, stderr: "" });
  expect((await ask(...args)).stdout).toMatch(/\n\d+ files?: \d+ unchanged\n$/);
};
