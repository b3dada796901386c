import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { readEpisode, readPost } from "#lib/routes/editor-posts.ts";
import { readPage } from "#lib/store/pages.ts";
import { call } from "#test/support/call.ts";
import { lecternIn } from "./lectern.ts";
import { usePodcast } from "./podcast.ts";
import { usePublishing } from "./publish-service.ts";

const recordings = usePodcast();
const service = usePublishing();

const run = (command: string, token: string, folder: string, ...options: string[]) =>
  lecternIn({ LECTERN_URL: service.url, LECTERN_TOKEN: token }, "", [
    ...[command, folder, "--parent", "/home/notes", ...options],
  ]);

const publish = (token: string, folder: string, ...options: string[]) =>
  run("publish", token, folder, ...options);

const fileWith = async (name: string, ...keys: string[]) =>
  dirname(
    await service.write(`${name}/${name}.md`, ["---", `title: ${name}`, ...keys, "---", ""].join("\n")),
  );

test("--create-terms makes the categories and authors that the site lacks, and changes no others", async () => {
  await applyManifest({
    version: 1,
    categories: [{ slug: "terms-known", name: "A name of its own" }],
    authors: [{ slug: "terms-ada", name: "Ada of the fens" }],
  });
  const folder = await fileWith(
    "terms",
    "categories: [terms-known, terms-new]",
    "authors: [terms-ada, terms-bo]",
  );
  const planned = await run("plan", "su", folder, "--create-terms");
  expect(planned.stderr).toBe("To be made: category terms-new, author terms-bo.\n");
  expect([planned.status, planned.stdout]).toEqual([0, expect.stringMatching(/^create .*terms\.md/m)]);
  const made = await publish("su", folder, "--create-terms", "--json");
  expect([made.status, made.stderr]).toEqual([0, "Made: category terms-new, author terms-bo.\n"]);
  const { id } = JSON.parse(made.stdout).results[0];
  const post = (await call(readPost, { as: "ada", params: { id } })).body;
  expect([post.categories.length, post.authors]).toEqual([2, ["terms-ada", "terms-bo"]]);
  const exported = await lecternIn({ LECTERN_URL: service.url, LECTERN_TOKEN: "su" }, "", ["export"]);
  expect(exported.stdout).toContain("A name of its own");
  expect(exported.stdout).toContain("Ada of the fens");
  expect(await publish("su", folder, "--create-terms")).toMatchObject({ status: 0, stderr: "" });
});

test("where the token may not make them, what makes them is printed, and nothing is made", async () => {
  const folder = await fileWith("denied", "categories: [denied-new]");
  const denied = await publish("ada", folder, "--create-terms");
  expect(denied.status).toBe(2);
  expect(denied.stderr).toContain(
    "an administrator can apply:\n  version: 1\n  categories:\n    - slug: denied-new\n      name: denied-new\n",
  );
});

test("without the option, what makes the categories is printed beside the faults", async () => {
  const folder = await fileWith("hinted", "categories: [hinted-new]");
  const hinted = await publish("ada", folder);
  expect(hinted.status).toBe(2);
  expect(hinted.stderr).toMatch(/hinted\.md:3: categories: There is no "hinted-new"/);
  expect(hinted.stderr).toMatch(
    /--create-terms makes these categories.*\n {2}version: 1\n {2}categories:\n {4}- slug: hinted-new/,
  );
});

test("a slug that no category can have is told, and other files are published", async () => {
  const folder = await fileWith("odd", 'categories: ["Two words!"]');
  await service.write("odd/even.md", "---\ntitle: Even\nslug: terms-even\ncategories: [even-new]\n---\n");
  const odd = await publish("su", folder, "--create-terms");
  expect(odd.status).toBe(2);
  expect(odd.stderr).toContain('Not made: the category "Two words!", because');
  expect(odd.stderr).toContain("Made: category even-new.");
  expect(odd.stderr).not.toContain("--create-terms makes");
  expect(odd.stdout).toContain("1 published");
});

describe("--create-terms makes the seasons that a podcast lacks", () => {
  const podcast = async (path: string, seasons: readonly object[]) => {
    const slug = path.slice("/home/".length);
    const children = [{ type: "site.Podcast", slug, title: slug, seasons }];
    const pages = [{ type: "site.HomePage", slug: "home", title: "Home", children }];
    return (await applyManifest({ version: 1, pages })).ids.pages[path]!;
  };

  const withSeason = async (name: string, season: number) => {
    await service.write(`${name}/talk.mp3`, recordings.recording(name));
    return fileWith(name, `season: ${season}`, "audio: talk.mp3");
  };

  const runOn = (command: string, token: string, folder: string, path: string, ...options: string[]) =>
    lecternIn({ LECTERN_URL: service.url, LECTERN_TOKEN: token }, "", [
      ...[command, folder, "--parent", path, ...options],
    ]);

  test("in plan as in publish, beside those that it has, which keep their ids", async () => {
    const path = "/home/seasons";
    const id = await podcast(path, [{ key: "season-2", number: 1, name: "First" }]);
    const [first] = (await readPage(id))!.seasons!;
    const folder = await withSeason("with-season", 2);
    const planned = await runOn("plan", "su", folder, path, "--create-terms");
    expect([planned.status, planned.stderr]).toEqual([0, "To be made: season 2.\n"]);
    expect(planned.stdout).toMatch(/^create .*with-season\.md/m);
    expect((await readPage(id))!.seasons).toEqual([first]);
    const made = await runOn("publish", "su", folder, path, "--create-terms", "--draft", "--json");
    expect([made.status, made.stderr]).toEqual([0, "Made: season 2.\n"]);
    const seasons = (await readPage(id))!.seasons!;
    expect(seasons).toMatchObject([first!, { key: "season-2-again", number: 2, name: "Season 2" }]);
    const episode = JSON.parse(made.stdout).results[0].id;
    const answer = await call(readEpisode, { as: "ada", params: { id: episode } });
    expect(answer.body.season).toMatchObject({ id: seasons[1]!.id });
    const again = await runOn("plan", "su", folder, path, "--create-terms", "--draft");
    expect([again.status, again.stderr]).toEqual([0, ""]);
  });

  test("or prints the line that makes them where the token may not", async () => {
    const path = "/home/denied-seasons";
    const id = await podcast(path, []);
    const folder = await withSeason("denied-season", 3);
    for (const options of [["--create-terms"], []]) {
      const denied = await runOn("publish", "ada", folder, path, ...options);
      expect(denied.status).toBe(2);
      expect(denied.stderr).toContain("  - {key: season-3, number: 3, name: Season 3}\n");
    }
    expect((await readPage(id))!.seasons ?? []).toEqual([]);
  });
});
