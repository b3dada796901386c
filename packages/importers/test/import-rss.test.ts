import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseFrontMatter } from "../../../cli/publish/split-front-matter.ts";
import { lecternIn } from "../../../test/cli/lectern.ts";
import { usePublishing } from "../../../test/cli/publish-service.ts";
import { useWorld } from "../../../test/support/world.ts";
import { useMediaHost } from "./media-host.ts";
import { type HostedEpisode, podcastFeed } from "./podcast-feed.ts";
import { artwork, mp3Bytes, pngBytes } from "./sample-media.ts";
import { expectPlanned } from "./through-plan.ts";

useWorld();
const service = usePublishing();
const host = useMediaHost();

let work: string;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "lectern-import-"));
  host.files.set("/art.jpg", await artwork());
  for (let number = 1; number <= 30; number += 1)
    host.files.set(`/audio/${number}.mp3`, mp3Bytes(` sound ${number}`));
});
afterAll(() => rm(work, { recursive: true }));

let folders = 0;
const newFolder = () => join(work, `folder-${++folders}`);

const importRss = async (from: string, to: string, ...options: string[]) => {
  const parent = `/home/rss-${basename(to)}`;
  const run = ["import", "rss", from, "--to", to, "--allow-private", "--parent", parent, ...options];
  const result = await lecternIn({}, "", run);
  if (result.status === 0 && options.includes("--json") && !options.includes("--dry-run"))
    await expectPlanned(service, to, JSON.parse(result.stdout));
  return result;
};

/** A feed in a file, and a folder for it. */
const feedOf = async (items: readonly HostedEpisode[], more = "") => {
  const to = newFolder();
  const file = `${to}.xml`;
  await writeFile(file, podcastFeed(host.url, items, more));
  return { to, file, run: (...options: string[]) => importRss(file, to, ...options) };
};

const notesIn = (stdout: string): string[] =>
  JSON.parse(stdout).notes.map(({ kind, text }: Record<string, string>) => `${kind}: ${text}`);

const fieldsOf = async (folder: string, file: string) => {
  const read = parseFrontMatter(await readFile(join(folder, file), "utf8"));
  if ("problem" in read) throw new Error(read.problem.message);
  return Object.fromEntries(
    [...read.fields].map(([key, { text, items }]) => [key, text ?? items?.map((item) => item.text)]),
  );
};

const countsOf = (results: { outcome: string }[]) => Object.groupBy(results, ({ outcome }) => outcome);

describe("importing a podcast's feed", () => {
  test("writes 300 episodes with their audios, and a second run writes and fetches nothing", async () => {
    host.files.set(
      "/feed.xml",
      Buffer.from(
        podcastFeed(
          host.url,
          Array.from({ length: 300 }, (_, index) => ({
            number: 300 - index,
            enclosure: `/audio/${((299 - index) % 30) + 1}.mp3`,
          })),
        ),
      ),
    );
    const to = newFolder();
    const dry = await importRss(`${host.url}/feed.xml`, to, "--dry-run", "--json");
    await expect(readdir(to)).rejects.toThrow("ENOENT");
    const first = await importRss(`${host.url}/feed.xml`, to, "--json");
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(dry.stdout)).toEqual({ ...JSON.parse(first.stdout), dry_run: true });
    expect(await readFile(join(to, "media/17.mp3"), "utf8")).toBe("ID3 sound 17");
    expect(await readFile(join(to, "17.md"), "utf8")).toBe(
      [
        ...[
          "---",
          "title: Episode 17",
          "date: 2020-01-17T00:00:00Z",
          "summary: We hear bird 17.",
          "guid: host-17",
        ],
        ...[
          "season: 1",
          "episode: 17",
          "explicit: false",
          "aliases:",
          "  - /episodes/17",
          "audio: media/17.mp3",
        ],
        ...["---", "", "We hear bird **17**.", ""],
      ].join("\n"),
    );
    host.requests.length = 0;
    const second = JSON.parse((await importRss(`${host.url}/feed.xml`, to, "--json")).stdout);
    expect(host.requests).toEqual(["/feed.xml"]);
    expect(Object.keys(countsOf([...second.posts, ...second.media]))).toEqual(["unchanged"]);
    expect(second.posts).toHaveLength(301);
  });

  test("brings over what feeds say of episodes, and names what finds no place", async () => {
    host.files.set("/en.vtt", Buffer.from("WEBVTT\n\n00:00.000 --> 00:00.400\nReed.\n"));
    host.files.set("/cover.png", pngBytes("cover"));
    const more = `<itunes:title>Short</itunes:title><itunes:keywords>reed, frog</itunes:keywords>
<itunes:image href="${host.url}/cover.png"/>
<psc:chapters version="1.2"><psc:chapter start="00:00:00.000" title="Begin"/><psc:chapter start="00:01:30" title="End" href="https://x.example/"/><psc:chapter start="soon" title="Lost"/></psc:chapters>
<podcast:transcript url="${host.url}/en.html" type="text/html"/><podcast:transcript url="${host.url}/en.vtt" type="text/vtt"/>
<podcast:season name="The reeds">4</podcast:season><podcast:person role="guest">Bo</podcast:person>
<podcast:soundbite startTime="73.0" duration="60">Reed &amp; frog</podcast:soundbite><podcast:soundbite startTime="1.5" duration="2"/>
<podcast:soundbite startTime="73" duration="9"/><podcast:soundbite startTime="soon" duration="2"/><podcast:soundbite startTime="2" duration="0">None</podcast:soundbite><itunes:block>Yes</itunes:block>`;
    const { run, to } = await feedOf(
      [
        {
          number: 1,
          title: "Q&amp;A &amp;#8211; one",
          more: more.replace(
            "<itunes:title>",
            "<itunes:episodeType>bonus</itunes:episodeType><itunes:title>",
          ),
          description:
            '<p>See <a href="/episodes/2">two</a>.</p><iframe src="https://player.example/1"></iframe><form>x</form>',
        },
        {
          number: 2,
          enclosure: "/audio/1.mp3",
          date: "Sat, 04 Jan 2020 10:00:00",
          description: "Plain\n\ntext",
        },
      ],
      `<podcast:value type="lightning"/><itunes:category text="Gossip"/>`,
    );
    const { status, stdout } = await run("--json");
    expect(status).toBe(0);
    expect(await fieldsOf(to, "1.md")).toEqual({
      title: "Q&A – one",
      date: "2020-01-01T00:00:00Z",
      summary: "See two. x",
      guid: "host-1",
      season: "1",
      episode: "1",
      explicit: "false",
      keywords: "reed, frog",
      block: "true",
      aliases: ["/episodes/1"],
      cover: "media/cover.png",
      audio: "media/1.mp3",
      transcript: "media/en.vtt",
      chapters: undefined,
    });
    expect(await readFile(join(to, "1.md"), "utf8")).toContain(
      "chapters:\n  - start: 00:00:00.000\n    title: Begin\n",
    );
    expect(await readFile(join(to, "1.md"), "utf8")).toContain(
      "soundbites:\n  - start: 00:01:13.000\n    duration: 60\n    title: Reed & frog\n  - start: 00:00:01.500\n    duration: 2\n",
    );
    expect(await readFile(join(to, "1.md"), "utf8")).toContain("[two](2.md)");
    expect(await readFile(join(to, "2.md"), "utf8")).toMatch(/\n\nPlain\n\ntext\n$/);
    expect(notesIn(stdout).sort()).toEqual([
      "counting: what the old host has counted is in no feed or export; save it there",
      "date: Sat, 04 Jan 2020 10:00:00: has no time zone, and is taken as UTC",
      "element: form: x",
      "embed: iframe: https://player.example/1",
      "field: itunes:title: Short",
      expect.stringMatching(
        /^field: pages\.0\.children\.0\.podcast\.categories\.1 of the site: expected one of/,
      ),
      'field: podcast:person: Bo role="guest"',
      "field: podcast:soundbite: 2 0 None",
      "field: podcast:soundbite: 73 9",
      "field: podcast:soundbite: soon 2",
      'field: podcast:value: type="lightning"',
      "transcript: chapter soon Lost",
    ]);
  });

  test("brings what the podcast namespace says of the show, and names what has no place", async () => {
    const { run, to } = await feedOf(
      [
        { number: 1, more: '<dc:language xmlns:dc="x">de-at</dc:language>' },
        {
          number: 2,
          more: `<dc:language>en-GB</dc:language><itunes:image href="${host.url}/art.jpg"/><podcast:image href="${host.url}/art.jpg" purpose="artwork"/>`,
        },
      ],
      `<podcast:license url="https://cc.example/by/">cc-by-4.0</podcast:license>
<podcast:location geo="geo:52.6,1.6" osm="R113314" rel="subject">The marsh</podcast:location><podcast:location>Another</podcast:location>
<podcast:updateFrequency rrule="FREQ=WEEKLY" complete="false">Weekly</podcast:updateFrequency>
<podcast:txt purpose="verify">reed-17</podcast:txt><podcast:medium>podcast</podcast:medium>
<podcast:person role="host" group="cast" href="https://ada.example/" img="https://ada.example/a.jpg">Ada</podcast:person>
<podcast:image href="${host.url}/art.jpg"/><podcast:image href="${host.url}/wide.jpg"/>
<podcast:trailer url="${host.url}/audio/1.mp3">One</podcast:trailer><podcast:trailer url="${host.url}/soon.mp3">Soon</podcast:trailer>`,
    );
    const { stdout } = await run("--json");
    const { pages } = parse(await readFile(join(to, "site.yaml"), "utf8"));
    expect(pages[0].children[0].podcast).toMatchObject({
      license: { name: "cc-by-4.0", url: "https://cc.example/by/" },
      location: { name: "The marsh", geo: "geo:52.6,1.6", osm: "R113314" },
      update_frequency: { text: "Weekly", rrule: "FREQ=WEEKLY" },
      txt: [{ text: "reed-17", purpose: "verify" }],
      persons: [{ name: "Ada", role: "host", group: "cast", link: "https://ada.example/" }],
    });
    expect(await readFile(join(to, "1.md"), "utf8")).toContain("language: de-AT\n");
    expect(await readFile(join(to, "2.md"), "utf8")).not.toContain("language:");
    expect(
      notesIn(stdout)
        .filter((note) => note.startsWith("field:"))
        .sort(),
    ).toEqual([
      `field: podcast:image: ${host.url}/wide.jpg`,
      "field: podcast:location: Another",
      'field: podcast:location: rel="subject"',
      'field: podcast:person: img="https://ada.example/a.jpg"',
      `field: podcast:trailer: Soon ${host.url}/soon.mp3`,
      'field: podcast:updateFrequency: complete="false"',
    ]);
  });

  test("names what there may be only so many of, and values that mean nothing", async () => {
    const funding = [1, 2, 3, 4, 5, 6].map(
      (n) => `<podcast:funding url="https://f.example/${n}">F</podcast:funding>`,
    );
    const category = (name: string) => `<itunes:category text="${name}"/>`;
    const { run } = await feedOf(
      [
        {
          number: 1,
          description: "Long",
          more: `<content:encoded>Other</content:encoded><itunes:summary>Third</itunes:summary>
<podcast:transcript url="${host.url}/en.vtt" type="text/vtt" language="en"/><podcast:transcript url="${host.url}/de.vtt" type="text/vtt" language="de"/>`,
        },
      ],
      `${funding.join("")}<podcast:medium>music</podcast:medium>
<atom:link rel="next" href="https://old.example/2"/><itunes:category text="Science"><itunes:category text="Nature"/><itunes:category text="Physics"/></itunes:category>
${category("Arts")}${category("Music")}${category("Comedy")}`,
    );
    const notes = notesIn((await run("--json", "--dry-run")).stdout);
    for (const named of [
      "field: podcast:funding: https://f.example/6",
      "field: podcast:medium: music",
      "field: atom:link next: https://old.example/2 has older items, which are not read",
      "field: itunes:category: Comedy",
      "field: description: Long",
      `transcript: text/vtt: ${host.url}/de.vtt`,
    ])
      expect(notes).toContain(named);
  });

  test("names the services that counted downloads in front of recordings, once each", async () => {
    const audio = `${new URL(host.url).host}/audio`;
    const before = host.url.slice(0, host.url.indexOf("//") + 2);
    const items = [`op3.dev/e/dts.podtrac.com/redirect.mp3/${audio}/1.mp3`, `op3.dev/e/${audio}/2.mp3`];
    const direct = { number: 3, enclosure: "/audio/3.mp3?from=/op3.dev/e/other.example/3.mp3" };
    const hosted = { number: 4, enclosure: "/op3.dev/audio/4.mp3" };
    const file = `${newFolder()}.xml`;
    const led = items.map((address, at) => ({ number: at + 1, enclosure: `/${address}` }));
    const feed = podcastFeed(host.url, [...led, direct, hosted]).replaceAll(
      `${host.url}/op3.dev`,
      `${before}op3.dev`,
    );
    await writeFile(file, feed);
    const { stdout } = await importRss(file, newFolder(), "--json", "--dry-run");
    expect(notesIn(stdout).filter((note) => note.startsWith("counting"))).toEqual([
      "counting: what the old host has counted is in no feed or export; save it there",
      "counting: op3.dev in front of 2 recordings",
      "counting: podtrac.com in front of 1 recording",
    ]);
    const text = (await importRss(file, newFolder(), "--dry-run")).stdout;
    expect(text).toContain("- Numbers of downloads are not imported; Lectern counts by itself");
  });

  test("keeps what people have edited or moved, and continues files that broke off", async () => {
    const { run, to } = await feedOf([{ number: 7 }, { number: 8 }, { number: 9 }]);
    // The server breaks off one file; an earlier run has left the beginning of another.
    host.breakOff.set("/audio/9.mp3", 3);
    await mkdir(join(to, "media"), { recursive: true });
    await writeFile(join(to, "media/.8.mp3.part"), "ID3 s");
    await writeFile(join(to, "media/.8.mp3.part.version"), '"1"');
    host.requests.length = 0;
    expect((await run()).status).toBe(0);
    expect(host.requests).toContain("/audio/8.mp3 bytes=5-");
    expect(await readFile(join(to, "media/8.mp3"), "utf8")).toBe("ID3 sound 8");
    expect(await readFile(join(to, "media/9.mp3"), "utf8")).toBe("ID3 sound 9");
    expect((await readdir(join(to, "media"))).sort()).toEqual(["7.mp3", "8.mp3", "9.mp3", "art.jpg"]);
    await writeFile(join(to, "7.md"), "---\ntitle: Mine\n---\n");
    await rm(join(to, "8.md"));
    const { stdout } = await run();
    expect(stdout).toContain("7.md: stays as it is, because it was edited here");
    expect(stdout).toContain("8.md: was removed or moved here");
    expect(await readFile(join(to, "7.md"), "utf8")).toContain("Mine");
    await run("--force");
    expect(await readFile(join(to, "7.md"), "utf8")).toContain("title: Episode 7");
  });

  test("keeps posts apart that have one GUID, and takes any text for one", async () => {
    const items = ["same", "same", "constructor", "__proto__", "site.yaml"].map((guid, index) => ({
      number: index + 1,
      guid,
      title: `\u001b[31m${index}`,
      enclosure: "/audio/1.mp3",
    }));
    const { run, to } = await feedOf(items);
    const first = JSON.parse((await run("--json")).stdout);
    expect(first.posts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(6).fill("new"));
    expect(first.notes[0]).toMatchObject({ text: "guid or address same: another post has the same" });
    const again = JSON.parse((await run("--json")).stdout);
    expect(again.posts).toEqual(first.posts.map((post: object) => ({ ...post, outcome: "unchanged" })));
    expect((await run()).stdout).not.toContain("\u001b");
    expect((await fieldsOf(to, "1.md")).title).toBe("[31m0");
  });

  test("says which files could not be fetched, and exits with 1", async () => {
    const { run, to } = await feedOf([{ number: 1, enclosure: "/audio/gone.mp3" }]);
    const { status, stderr } = await run();
    expect(status).toBe(1);
    expect(stderr).toContain(
      `media/gone.mp3: ${host.url}/audio/gone.mp3 could not be fetched: The server answers 404`,
    );
    host.files.set("/audio/gone.mp3", mp3Bytes("here"));
    expect((await run()).status).toBe(0);
    expect(await readFile(join(to, "media/gone.mp3"), "utf8")).toBe("ID3here");
  });

  test("keeps names of files in the folder, whatever addresses say", async () => {
    const names = [
      "/..%2f..%2fetc/passwd",
      "/a/%2e%2e",
      "/.hidden.mp3",
      "/CON",
      "/a\u0000b.mp3?x=../y",
      "/same.mp3",
      "/2/SAME.mp3",
    ];
    const items = names.map((enclosure, index) => ({
      number: index + 1,
      enclosure: encodeURI(enclosure).replaceAll("%25", "%"),
    }));
    const { run, to } = await feedOf(items);
    const { media, posts } = JSON.parse((await run("--dry-run", "--json")).stdout);
    for (const { file } of media) expect(file).toMatch(/^media\/[\p{L}\p{N}_-][\p{L}\p{N}._-]*\.[a-z0-9]+$/u);
    expect(new Set(media.map(({ file }: { file: string }) => file.toLowerCase())).size).toBe(media.length);
    expect(posts).toHaveLength(names.length + 1);
    await expect(readdir(to)).rejects.toThrow("ENOENT");
  });

  test.each([
    ["<html><body/></html>", ":1: This is no RSS or Atom feed: its first element is <html>."],
    [podcastFeed("http://x.example", [{ number: 1 }]).slice(0, -40), "is not closed; is the file complete?"],
    ['<!DOCTYPE r [<!ENTITY a "b">]>\n<rss><channel/></rss>', "The file declares entities of its own"],
    [`<rss><channel>${"<a>".repeat(500)}`, "Elements are nested more than 100 deep."],
    ["", "This is no RSS or Atom feed: it has no <channel>."],
  ])("refuses %.30j with its line", async (text, message) => {
    const to = newFolder();
    await writeFile(`${to}.xml`, text);
    const { status, stderr } = await importRss(`${to}.xml`, to);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  test("says what is wrong on the command line", async () => {
    expect(await importRss("nowhere.xml", newFolder())).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is not a file"),
    });
    expect((await lecternIn({}, "", ["import", "rss", "x.xml"])).stderr).toContain("--to FOLDER is missing");
    expect((await lecternIn({}, "", ["import", "rrs"])).stderr).toContain("did you mean 'import rss'");
  });
});
