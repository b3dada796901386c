import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { fileToStore } from "#lib/actions/media/files-to-store.ts";
import { storeAudio, storeImage, storeVideo } from "#lib/actions/media/store-media.ts";
import { createPage } from "#lib/actions/pages/create-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import type { EpisodeContent } from "#lib/pages/content.ts";
import { useWorld } from "#test/support/world.ts";
import { contrast, luminance } from "./contrast.ts";
import { landscape } from "./landscape.ts";
import { useServedSite, views } from "./served-site.ts";
import type { BrowserPage } from "./shown-page.ts";

const world = useWorld();

const site = useServedSite();

let address: string;

beforeAll(async () => {
  process.env.SITE_POST_BODY_BLOCKS = JSON.stringify(customBlocks);
  address = `/api/editor/episodes/${await makeEpisode()}/preview/`;
});

const customBlocks = {
  sections: { detail: ["sighting"] },
  blocks: {
    sighting: {
      type: "struct",
      fields: {
        heading: { type: "char" },
        text: { type: "richtext" },
        first_seen: { type: "date" },
        pairs: { type: "integer" },
      },
    },
  },
};

const described = {
  collectionId: 1,
  tags: [],
  ownerId: null,
  createdAt: "2026-01-02T03:04:05.000Z",
};

const makeImage = async (title: string, hue: number, width?: number, height?: number) => {
  const name = `${title.toLowerCase().replaceAll(" ", "-")}.jpg`;
  const picture = await landscape(name, hue, width, height);
  return (await storeImage(null, picture, () => ({ ...described, title, description: "" }))).id;
};

const makeAudio = async () => {
  const formats = { mp3: fileToStore("dawn.mp3", "audio/mpeg", Buffer.from("ID3")) };
  const chapters = ["Wren", "Robin, from the willow", "A bittern, perhaps"].map((title, index) => ({
    ...{ startSeconds: index * 754, title, image: "" },
    link: index === 1 ? "https://birds.example/robin" : "",
  }));
  const audio = await storeAudio(null, { formats, transcript: null }, () => ({
    ...{ ...described, title: "Dawn over the fen", subtitle: "Six birds before six o’clock" },
    ...{ durationSeconds: 2_345, chapters, transcriptDiarizationMode: "inherit" },
  }));
  return audio.id;
};

const makeVideo = async () => {
  const original = fileToStore("ripples.mp4", "video/mp4", Buffer.from("\0\0\0\x18ftypmp42"));
  const poster = await landscape("ripples.jpg", 200, 1280, 720);
  return (await storeVideo(null, { original, poster }, () => ({ ...described, title: "Ripples" }))).id;
};

const paragraph = (value: string) => ({ type: "paragraph", value });

/** An episode with every type of block, and with text that would break out of its element. */
const makeEpisode = async (): Promise<number> => {
  await setPageProperties(world.calls, { seasons: [{ id: 1, key: "two", number: 2, name: "The fen" }] });
  const [cover, hide, audio, video, ...shots] = await Promise.all([
    makeImage("The fen at first light", 150),
    makeImage("The hide", 95, 900, 1200),
    makeAudio(),
    makeVideo(),
    ...[20, 60, 190, 260].map((hue) => makeImage(`Light at ${hue}`, hue)),
  ]);
  const captions = [
    "Five o’clock",
    "",
    'A caption with <b>"signs"</b> & more of them than fit into one line',
    "",
  ];
  const gallery = shots.map((image, index) => ({
    ...{ type: "item", id: `shot-${index}` },
    value: { image, caption: captions[index] },
  }));
  const detail = [
    paragraph(
      "<h2>What we heard</h2><p>The reed was still white when the first wren began. By then we had been sitting in the " +
        '<a href="https://birds.example/hide">old hide</a> for an hour, and the tea had gone cold <i>twice</i>.</p>' +
        "<ul><li>wren, from the bramble</li><li>robin, twice, from the willow<ul><li>once with an answer</li></ul></li></ul>" +
        "<blockquote><p>You hear the marsh wake before you see it.</p></blockquote>" +
        '<p onclick="alert(1)">Then <script>alert(2)</script>everything <b>at once</b>. The counts are below; press <code>count</code> for them.</p>',
    ),
    { type: "image", value: hide },
    paragraph(
      "<h3>How we counted</h3><p>One point, forty minutes, no lists.</p><hr/><p>The script is short.</p>",
    ),
    {
      type: "code",
      value: {
        language: "python",
        source:
          "def count(birds):\n    # one pair is two birds, and the line is longer than a narrow window is wide, so that it has to scroll\n    return sum(2 * pairs for _, pairs in birds)  # </code></pre>",
      },
    },
    { type: "gallery", value: { layout: "default", gallery } },
    { type: "audio", value: audio },
    { type: "video", value: video },
    {
      type: "sighting",
      value: {
        heading: "Bittern",
        text: "<p>A boom, <i>far off</i>.</p>",
        first_seen: "2026-03-04",
        pairs: 1,
      },
    },
    {
      type: "embed",
      value: "https://video.example/a-very-long-address/that-does-not-fit/into-a-narrow-window",
    },
    { type: "image", value: 99_999 },
    { type: "paragraph", value: ["malformed"] },
  ];
  const { page } = await createPage(world.calls, () => ({
    kind: "episode",
    ownerId: null,
    content: {
      ...{ title: "A bittern, perhaps: forty minutes before sunrise", slug: "bittern" },
      ...{ seoTitle: "", searchDescription: "Dawn over the fen, counted from one point." },
      ...{ visibleDate: "2026-05-17T05:00:00.000Z", tags: ["dawn", "reed"], categories: [world.birds] },
      coverImage: { id: cover, altText: "Low sun over hills" },
      body: [
        {
          type: "overview",
          value: [
            paragraph(
              "<p>We went to count wrens. What we may have heard instead would be the first in <b>forty years</b>.</p>",
            ),
          ],
        },
        { type: "detail", value: detail },
      ],
      ...{
        podcastAudio: audio,
        episodeNumber: 5,
        episodeType: "",
        season: 1,
        keywords: "",
        explicit: 1,
        block: false,
      },
    } satisfies EpisodeContent,
  }));
  return page.id;
};

/** The percentage of pixels that are not of the most frequent colour. */
const variety = async (picture: Buffer): Promise<number> => {
  const { data, info } = await sharp(picture)
    .resize({ width: 200 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 3) {
    const colour = data.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return 100 - (100 * Math.max(...counts.values())) / (info.width * info.height);
};

describe.each(views)("the preview of an episode with every block, $name", ({ name, ...view }) => {
  let shown: BrowserPage;

  beforeAll(async () => {
    const headers = { authorization: "Bearer ada" };
    shown = await site.show(address, `episode-${name}`, { ...view, headers });
  });

  test("is shown without a complaint, and without anything that runs", async () => {
    expect(shown.complaints).toEqual([]);
    expect(await shown.page.evaluate("document.scripts.length")).toBe(0);
    expect(await shown.page.evaluate("document.title")).toBe(
      "A bittern, perhaps: forty minutes before sunrise — Calls",
    );
  });

  test("fits into the window", async () => {
    expect(await shown.page.evaluate("[innerWidth, document.documentElement.scrollWidth]")).toEqual([
      view.width,
      view.width,
    ]);
  });

  test("shows every image, none larger than its place", async () => {
    const images: { width: number; natural: number; right: number }[] = await shown.page.evaluate(
      `[...document.images].map((image) => {
        const { width, right } = image.getBoundingClientRect();
        return { width, right, natural: image.naturalWidth };
      })`,
    );
    expect(images).toHaveLength(6);
    for (const { width, natural, right } of images) {
      expect(natural).toBeGreaterThan(0);
      expect(width).toBeGreaterThan(100);
      expect(right).toBeLessThanOrEqual(view.width);
    }
  });

  test("has text of a readable width and contrast", async () => {
    const [columns, ink, paper]: [number, string, string] = await shown.page.evaluate(
      `(() => {
        const text = document.querySelector(".paragraph p");
        const { width } = text.getBoundingClientRect();
        const root = getComputedStyle(document.documentElement);
        return [width / parseFloat(getComputedStyle(text).fontSize), getComputedStyle(text).color, root.backgroundColor];
      })()`,
    );
    expect(columns).toBeGreaterThan(15);
    expect(columns).toBeLessThan(36);
    expect(contrast(ink, paper)).toBeGreaterThan(7);
    expect(luminance(paper) > 0.5).toBe(view.scheme === "light");
  });

  test("is a picture of something", async () => {
    expect(await variety(shown.picture)).toBeGreaterThan(25);
  });
});
