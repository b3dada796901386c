import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { listParents } from "../../../lib/routes/editor-parents.ts";
import { lookUpPost } from "../../../lib/routes/editor-posts.ts";
import { countRequests } from "../../../test/cli/around-requests.ts";
import { lectern } from "../../../test/cli/lectern.ts";
import { usePublishing } from "../../../test/cli/publish-service.ts";
import { call } from "../../../test/support/call.ts";
import { root } from "../../../test/support/sources.ts";
import { useWorld } from "../../../test/support/world.ts";
import { useMediaHost } from "./media-host.ts";
import { podcastFeed } from "./podcast-feed.ts";
import { wordpressExport } from "./wordpress-export.ts";

useWorld();
const service = usePublishing();
const host = useMediaHost();

let work: string;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "lectern-import-"));
  const picture = (width: number) =>
    sharp({ create: { width, height: width, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer();
  host.files.set("/art.jpg", await picture(1400));
  host.files.set("/heron.jpg", await picture(20));
  host.files.set("/1.vtt", Buffer.from("WEBVTT\n\n00:00.000 --> 00:00.400\nA bittern.\n"));
  const bittern = await readFile(join(root, "examples/field-notes/media/a-bittern-three-times.mp3"));
  for (const number of [1, 2])
    host.files.set(`/audio/${number}.mp3`, Buffer.concat([bittern, Buffer.alloc(number)]));
});
afterAll(() => rm(work, { recursive: true }));
afterEach(() => {
  vi.restoreAllMocks();
});

const outcomesIn = (stdout: string): string[] => [
  ...new Set<string>(JSON.parse(stdout).results.map(({ outcome }: { outcome: string }) => outcome)),
];

/** Imports, applies the manifest, publishes; then all of it again, which must write nothing. */
const movedIn = async (kind: string, from: string, folder: string, parent: string) => {
  const run = () =>
    service.run("import", kind, from, "--to", folder, "--parent", parent, "--allow-private", "--json");
  expect(await run()).toMatchObject({ status: 0, stderr: "" });
  expect(await lectern("apply", join(folder, "site.yaml"))).toMatchObject({ status: 0 });
  const published = await service.publish(folder, "--parent", parent, "--json");
  expect(published.stdout).not.toContain('"message"');
  expect(published).toMatchObject({ status: 0, stderr: "" });
  const again = JSON.parse((await run()).stdout);
  expect([...again.posts, ...again.media].filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
  const counts = countRequests();
  expect(outcomesIn((await service.publish(folder, "--parent", parent, "--json")).stdout)).toEqual([
    "unchanged",
  ]);
  expect(Object.keys(counts)).toEqual(["GET"]);
  vi.restoreAllMocks();
  const { body } = await call(listParents, { as: "ada" });
  const { id } = body.find(({ path }: { path: string }) => path === parent);
  const page = async (slug: string) =>
    (await call(lookUpPost, { as: "ada", query: { parent: id, slug } })).body;
  return { outcomes: outcomesIn(published.stdout), page };
};

describe("what was imported is published, and importing and publishing it again writes nothing", () => {
  test("of a podcast", async () => {
    const more = `<itunes:image href="${host.url}/heron.jpg"/><podcast:transcript url="${host.url}/1.vtt" type="text/vtt"/>
<psc:chapters version="1.2"><psc:chapter start="00:00:00.000" title="Begin"/><psc:chapter start="00:00:05" title="End" href="https://x.example/"/></psc:chapters>`;
    const feed = join(work, "feed.xml");
    await writeFile(feed, podcastFeed(host.url, [{ number: 2 }, { number: 1, more, guid: "an old id" }]));
    const { outcomes, page } = await movedIn("rss", feed, join(work, "songs"), "/home/songs");
    expect(outcomes).toEqual(["published"]);
    const out = join(work, "out");
    expect((await service.run("export", "--all", "--to", out, "--json")).status).toBe(0);
    expect(await readFile(join(out, "songs/1.md"), "utf8")).toContain("guid: an old id\n");
    expect(await page("1")).toMatchObject({
      type: "site.Episode",
      live: true,
      title: "Episode 1",
      guid: "an old id",
      aliases: ["/episodes/1"],
      visible_date: "2020-01-01T00:00:00.000Z",
      search_description: "We hear bird 1.",
      episode_number: 1,
      explicit: 2,
      season: { id: expect.any(Number) },
      podcast_audio: { id: expect.any(Number) },
      cover_image: { id: expect.any(Number) },
      detail: [{ type: "paragraph", value: "<p>We hear bird <b>1</b>.</p>" }],
    });
  });

  test("of a blog", async () => {
    const content = `<!-- wp:heading --><h2>Low water</h2><!-- /wp:heading -->
<!-- wp:paragraph --><p>See <a href="${host.url}/?p=2">the other</a>, H<sub>2</sub>O &amp; *stars*.</p><!-- /wp:paragraph --><!--more-->
<!-- wp:image --><figure><img src="${host.url}/heron.jpg" alt="A heron"/><figcaption>One "heron"</figcaption></figure><!-- /wp:image -->
<!-- wp:image --><figure><img src="${host.url}/heron.jpg" alt="A heron"/></figure><!-- /wp:image -->
<!-- wp:quote --><blockquote><p>Cold.</p></blockquote><!-- /wp:quote -->
<!-- wp:embed --><figure class="wp-block-embed"><div>
https://www.youtube.com/watch?v=aB3_-dEfGh1
</div><figcaption>At dawn</figcaption></figure><!-- /wp:embed -->
<iframe title="Teal" src="https://player.vimeo.com/video/76979871?h=8272103f6e#t=5s"></iframe>
<table><tr><td>a</td><td>b</td></tr></table><pre><code class="language-lectern">type: odd</code></pre>`;
    const file = join(work, "wordpress.xml");
    const items = [
      { id: 1, title: "Low: water", name: "low", content, terms: [["category", "birds", "Birds"]] as const },
      {
        id: 2,
        title: "---",
        name: "2019-03-01-other",
        content: "A | B\n--- | ---\n1 | 2\n\n~~no~~ [^1] <b>* x</b>",
      },
      { id: 3, title: "Draft", name: "draft", status: "draft" },
    ];
    await writeFile(file, wordpressExport(host.url, items));
    const { outcomes, page } = await movedIn("wordpress", file, join(work, "marsh"), "/home/marsh");
    expect(outcomes.sort()).toEqual(["draft_saved", "published"]);
    const picture = { id: expect.any(Number) };
    expect(await page("low")).toMatchObject({
      title: "Low: water",
      guid: `${host.url}/?p=1`,
      aliases: ["/2019/03/low/"],
      authors: ["ada"],
      overview: [
        { type: "paragraph", value: "<h2>Low water</h2>" },
        {
          type: "paragraph",
          value:
            '<p>See <a href="/2019/03/2019-03-01-other/">the other</a>, H<sub>2</sub>O &amp; *stars*.</p>',
        },
      ],
      detail: [
        { type: "gallery", value: [{ ...picture, caption: 'One "heron"' }] },
        { type: "image", value: picture },
        { type: "paragraph", value: "<blockquote><p>Cold.</p></blockquote>" },
        {
          type: "external_embed",
          value: { url: "https://www.youtube.com/watch?v=aB3_-dEfGh1", title: "", image: null },
        },
        { type: "paragraph", value: "<p>At dawn</p>" },
        {
          type: "external_embed",
          value: { url: "https://vimeo.com/76979871/8272103f6e#t=5s", title: "Teal", image: null },
        },
        {
          type: "table",
          value: { caption: "", header: [], align: [], rows: [["<p>a</p>", "<p>b</p>"]] },
        },
        { type: "code", value: { language: "lectern", source: "type: odd" } },
      ],
    });
    expect(await page("2019-03-01-other")).toMatchObject({
      title: "---",
      detail: [
        { type: "paragraph", value: "<p>A | B<br/>--- | ---<br/>1 | 2</p><p>~~no~~ [^1] <b>* x</b></p>" },
      ],
    });
  });
});
