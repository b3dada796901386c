// Proves contract rules: every-field-moves.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { applyManifest } from "#lib/manifest/apply.ts";
import { readSiteTree } from "#lib/manifest/export/export-names.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { readStoredPage } from "#lib/manifest/stored/stored-state.ts";
import { type Media, mediaKinds } from "#lib/media/media.ts";
import { audioFields, imageFields } from "#lib/media/media-fields.ts";
import type { BlogContent, EpisodeContent, PostContent } from "#lib/pages/content.ts";
import { artworkPixels } from "#lib/pages/podcast.ts";
import { uploadAudio, uploadImage, uploadVideo } from "#lib/routes/editor-media.ts";
import { updateAudio, updateImage } from "#lib/routes/editor-media-objects.ts";
import { createEpisode, createPost, publishPost } from "#lib/routes/editor-posts.ts";
import type { Route } from "#lib/routes/route.ts";
import { readTokens, readUsers } from "#lib/store/listed-credentials.ts";
import { allMedia } from "#lib/store/media.ts";
import { readSite } from "#lib/store/site.ts";
import { readWebhookSecret, readWebhooks } from "#lib/store/webhooks.ts";
import { call } from "#test/support/call.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { storedFile, useFiles } from "#test/support/files.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { sampleTexts, sentEpisode, sentPost } from "#test/support/sent-fields.ts";
import { adminSecret, everyField, password } from "./every-field-site.ts";
import { useMediaFolder } from "./media-folder.ts";
import { type StoredKind, stays, storedFields } from "./stored-fields.ts";

const folder = useMediaFolder();
useFiles();

/** The smallest artwork that directories take. */
beforeAll(async () => {
  const size = { width: artworkPixels.min, height: artworkPixels.min };
  await folder.write("media/square.jpg", await samplePicture("jpeg", size));
});

const idOf = async (route: Route, options: object): Promise<number> => {
  const { status, body } = await call(route, { as: adminSecret, ...options });
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body.id;
};

const upload = async (route: Route, field: string, name: string, more: object = {}): Promise<number> => {
  const file = formFile(name, await readFile(join(folder.path, "media", name)));
  return idOf(route, await multipart({ [field]: file, collection: "1", ...more }));
};

/** Writes every field: by the API what it sets, by a manifest what only manifests set. */
const writeEverything = async (): Promise<void> => {
  const { ids } = await applyManifest(everyField, { folder: folder.path });
  for (const [route, parent, sent] of [
    [createPost, ids.pages["/home/notes"], sentPost],
    [createEpisode, ids.pages["/home/calls"], sentEpisode],
  ] as const) {
    const params = { id: await idOf(route, { body: { ...sent, parent: { id: parent } } }) };
    await idOf(publishPost, { params });
  }
  const image = await upload(uploadImage, "file", "egret.png", { title: "Sent", tags: "sent" });
  const focal_point = { x: 0.125, y: 1 };
  await idOf(updateImage, { params: { id: image }, body: { ...sampleTexts(imageFields), focal_point } });
  const audio = await upload(uploadAudio, "mp3", "one.mp3", { transcript_diarization_mode: "disabled" });
  const chapters = [{ start: "1.5", title: "One", link: "https://a.example/", image: "https://b.example/" }];
  await idOf(updateAudio, {
    params: { id: audio },
    body: { ...sampleTexts(audioFields), chapters },
  });
  await upload(uploadVideo, "original", "clip.mp4", { title: "Sent", collection: "2" });
};

type Objects = Readonly<Record<StoredKind, readonly object[]>>;

/** Everything that the service has, by kind, in an order that does not depend on ids. */
const everything = async (): Promise<Objects> => {
  const [site, users, tokens, webhooks, nodes] = await Promise.all([
    ...([readSite(), readUsers(), readTokens(), readWebhooks(), readSiteTree()] as const),
  ]);
  const pages = (await Promise.all(nodes.map(({ page }) => readStoredPage(page.id)))).map((page) => page!);
  const media: Media[] = [];
  for (const kind of mediaKinds) for await (const some of allMedia(kind)) media.push(...some);
  const contents = (...kinds: readonly string[]) =>
    pages
      .filter(({ page }) => kinds.includes(page.kind))
      .flatMap(({ live, latest }) => [live, latest])
      .filter((content) => content !== null);
  const blogs = contents("blog", "podcast") as BlogContent[];
  const episodes = contents("episode") as EpisodeContent[];
  const podcasts = blogs.flatMap(({ podcast }) => podcast ?? []);
  const ofKind = (kind: string) => media.filter((object) => object.kind === kind);
  const slugs = new Map(pages.map(({ page }) => [page.id, page.slug]));
  // Pages get their ids in another order.
  const redirects = site.redirects.map((redirect) => ({ ...redirect, pageId: slugs.get(redirect.pageId) }));
  const secrets = await Promise.all(webhooks.map(({ webhook }) => readWebhookSecret(webhook.id)));
  return {
    ...{ pageContent: contents("home"), blogContent: blogs, podcast: podcasts },
    ...{ postContent: contents("post") as PostContent[], episodeContent: episodes },
    person: [...podcasts, ...episodes].flatMap(({ persons }) => persons ?? []),
    page: pages.map(({ page }) => page),
    season: pages.flatMap(({ page }) => page.seasons ?? []),
    workflowState: pages.flatMap(({ page }) => page.workflow ?? []),
    comment: pages.flatMap(({ comments }) => comments),
    ...{ image: ofKind("image"), audio: ofKind("audio"), video: ofKind("video") },
    chapter: media.flatMap((object) => (object.kind === "audio" ? object.chapters : [])),
    ...{ settings: [site.settings], site: [{ ...site, redirects }], link: site.settings.navigation },
    ...{ category: site.categories, author: site.authors, redirect: redirects },
    ...{ collection: site.collections, group: site.groups, workflow: site.workflows },
    task: site.workflows.flatMap(({ tasks }) => tasks),
    ...{ trust: site.trusts, user: users },
    token: tokens.map(({ token, hash }) => ({ ...token, hash })),
    webhook: webhooks.map(({ webhook }, index) => ({ ...webhook, secret: secrets[index] })),
  };
};

const kinds = Object.keys(storedFields) as StoredKind[];

/** The fields that move. */
const moving = (kind: StoredKind): [string, unknown][] =>
  Object.entries(storedFields[kind]).filter(([, ordinary]) => ordinary !== stays);

const valueIn = (object: object, name: string): unknown => (object as Record<string, unknown>)[name];

/** Fields of the site that say the same everywhere, so that nobody could see whether they are lost. */
const unsaid = (objects: Objects): string[] =>
  kinds.flatMap((kind) =>
    moving(kind).flatMap(([name, ordinary]) =>
      objects[kind].every((object) => isDeepStrictEqual(valueIn(object, name), ordinary))
        ? [`${kind}.${name}`]
        : [],
    ),
  );

const moved = (objects: Objects) =>
  Object.fromEntries(
    kinds.map((kind) => [
      kind,
      objects[kind].map((object) =>
        Object.fromEntries(moving(kind).map(([name]) => [name, withoutChecksums(valueIn(object, name))])),
      ),
    ]),
  );

/** An exported picture has no location, so that its checksum is another one than that of the sent file. */
const withoutChecksums = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (key, member) => (key === "partsSha256" ? undefined : member)));

test("every field of every kind is in the export, and the same in the service that is made of it", async () => {
  await useEmptyTable();
  await writeEverything();
  const before = await everything();
  expect(unsaid(before)).toEqual([]);
  const { manifest, variables, files } = await exportManifest();
  for (const { file, path } of files) {
    await mkdir(dirname(join(folder.path, "out", path)), { recursive: true });
    await writeFile(join(folder.path, "out", path), (await storedFile(file.key)).content, "latin1");
  }
  const site = join(folder.path, "out/site.yaml");
  await writeFile(site, stringify(manifest, { aliasDuplicateObjects: false }));
  const values: Record<string, string> = {
    LECTERN_TOKEN_ALL: adminSecret,
    LECTERN_TOKEN_CI: adminSecret.repeat(2),
    LECTERN_WEBHOOK_BUILDS: everyField.webhooks[0]!.secret,
  };
  const environment = Object.fromEntries(variables.map((name) => [name, values[name] ?? password]));
  await useEmptyTable();
  await applyManifest(site, { environment });
  expect(moved(await everything())).toEqual(moved(before));
  expect(await applyManifest(site, { environment })).toMatchObject({ created: 0, updated: 0 });
});
