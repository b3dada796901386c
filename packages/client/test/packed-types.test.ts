import { openAsBlob } from "node:fs";
import { expect, test } from "vitest";
import { recordingPath } from "../../../test/support/recording-path.ts";
import { samplePicture } from "../../../test/support/sample-picture.ts";
import { useServedFiles } from "../../../test/support/served-files.ts";
import { useWorld } from "../../../test/support/world.ts";
import { createEditor, type PagesQuery, uploadFileOf } from "../src/index.ts";
import { usePackedClient } from "./packed.ts";

const world = useWorld();
const service = useServedFiles();
const packed = usePackedClient();

const types = ["site.HomePage", "site.Blog", "site.Podcast", "site.Post", "site.Episode"];

/** What a query may ask for, where every page has it. */
const fieldsOfAll = [
  "",
  "*",
  "_,id",
  "_,title,slug",
  "-title,seo_title",
  "*,digest,last_published_at,-html_url",
];

const fieldsOfPosts = ["*,tags,cover,season,-body", "_,cover_image,parent", "html_detail,aliases"];

test("pages have exactly the members that the types of their queries say", async () => {
  const reader = createEditor({ url: service.url, token: "ada" });
  const picture = uploadFileOf(new Blob([new Uint8Array(await samplePicture())]), "heron.png");
  const image = await reader.uploadImage(picture, { title: "A heron", collection: world.shows });
  const recording = uploadFileOf(await openAsBlob(recordingPath("chapters.mp3")), "calls.mp3");
  const audio = await reader.uploadAudio({ mp3: recording }, { title: "Calls", collection: world.shows });
  const shared = { overview: [], tags: ["ice"], cover_image: { id: image.id } };
  const post = { ...shared, title: "Ice", slug: "ice", parent: { id: world.notes }, aliases: ["/old/"] };
  await reader.posts.publish(await reader.posts.create(post));
  const episode = { ...shared, title: "Calls", slug: "calls", parent: { id: world.calls } };
  await reader.episodes.publish(
    await reader.episodes.create({ ...episode, podcast_audio: { id: audio.id } }),
  );
  const lines: string[] = [];
  const check = (type: string, page: unknown) =>
    lines.push(`export const page${lines.length}: ${type} = ${JSON.stringify(page)};`);
  const queries: PagesQuery[] = [undefined, ...types, "site.Post,site.Blog"].flatMap((type) =>
    [...fieldsOfAll, ...(type === "site.Post" || type === "site.Episode" ? fieldsOfPosts : [])].flatMap(
      (fields) => [true, false].map((exact_type) => ({ ...(type && { type }), exact_type, fields })),
    ),
  );
  for (const query of queries) {
    // A page that is alone shows its parent, too; in lists nobody may ask for it.
    const isOfLists = !query.fields?.includes("parent");
    const written = JSON.stringify(query);
    if (isOfLists) for await (const page of reader.pages(query)) check(`ListedPage<${written}>`, page);
    for await (const { id } of reader.pages({ ...query, fields: "_,id" }))
      if (query.type && !query.type.includes(","))
        check(`SinglePage<${written}>`, await reader.page(id as number, query));
  }
  expect(lines.length).toBeGreaterThan(100);
  const program = ['import type { ListedPage, SinglePage } from "@lectern/client";', ...lines].join("\n");
  expect(await packed.complaintsAbout({ "pages.ts": program })).toBe("");
});
