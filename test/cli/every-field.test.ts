// Proves contract rules: every-field-moves, episode-fields, diff.

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { diffPostRevision } from "#lib/routes/editor-history.ts";
import { uploadAudio, uploadImage } from "#lib/routes/editor-media.ts";
import { updateImage } from "#lib/routes/editor-media-objects.ts";
import { createEpisode, createPost, lookUpPost, publishPost, readPost } from "#lib/routes/editor-posts.ts";
import { deletePost } from "#lib/routes/editor-state.ts";
import type { Route } from "#lib/routes/route.ts";
import { call } from "#test/support/call.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { sentEpisode, sentPost } from "#test/support/sent-fields.ts";
import { useWorld } from "#test/support/world.ts";
import { usePublishing } from "./publish-service.ts";

const world = useWorld();
const service = usePublishing();

const done = async (route: Route, options: object) => {
  const { status, body } = await call(route, { as: "ada", ...options });
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};

/** What the service answers of the fields that authors set, but for the folder that keeps the page. */
const shown = async (parent: number, { slug, ...fields }: object & { readonly slug: string }) => {
  const post = await done(lookUpPost, { query: { parent, slug } });
  const names = Object.keys(fields).filter((name) => name !== "source");
  return Object.fromEntries(names.map((name) => [name, post[name]]));
};

let post: typeof sentPost;
let episode: typeof sentEpisode;

beforeAll(async () => {
  const seasons = [{ key: "s1", number: 2, name: "Spring" }];
  const children = [{ type: "site.Podcast", key: "calls", slug: "calls", title: "Calls", seasons }];
  const pages = [{ type: "site.HomePage", slug: "home", title: "Home", children }];
  const { ids } = await applyManifest({ version: 1, authors: [{ slug: "iris", name: "Iris" }], pages });
  const picture = formFile("heron.png", await samplePicture());
  const image = await done(
    uploadImage,
    await multipart({ file: picture, title: "A heron", collection: "1" }),
  );
  await done(updateImage, { params: { id: image.id }, body: { alt_text: "It stands" } });
  const recording = formFile("call.mp3", await readFile(recordingPath("chapters.mp3")));
  const audio = await done(
    uploadAudio,
    await multipart({ mp3: recording, title: "A call", collection: "1" }),
  );
  const common = {
    categories: [world.birds],
    cover_image: { ...sentPost.cover_image, id: image.id },
    detail: [{ type: "image", value: { id: image.id } }],
  };
  post = { ...sentPost, ...common };
  const season = { id: ids.seasons.s1! };
  episode = { ...sentEpisode, ...common, podcast_audio: { id: audio.id }, season };
});

test("every field of posts and episodes is in their files, and the same in the pages that are made of these", async () => {
  const made = [
    [createPost, world.notes, post],
    [createEpisode, world.calls, episode],
  ] as const;
  const pages: number[] = [];
  for (const [route, parent, fields] of made) {
    const { id } = await done(route, { body: { ...fields, parent: { id: parent } } });
    await done(publishPost, { params: { id } });
    pages.push(id);
  }
  const before = [await shown(world.notes, post), await shown(world.calls, episode)];
  for (const [index, fields] of [post, episode].entries())
    for (const [name, value] of Object.entries(before[index]!))
      expect(value, name).toEqual(fields[name as keyof typeof fields]);
  const folder = dirname(await service.write("out/.keep", ""));
  const run = await service.run("export", "--all", "--to", folder, "--without-ids");
  expect(run, run.stderr).toMatchObject({ status: 0, stderr: expect.not.stringContaining("cannot say") });
  for (const id of pages) await done(deletePost, { params: { id } });
  const commands = run.stdout.split("\n").filter((line) => line.startsWith("lectern publish "));
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const published = await service.publish(...command.split(" ").slice(2), "--strict");
    expect(published, published.stdout + published.stderr).toMatchObject({ status: 0 });
  }
  expect([await shown(world.notes, post), await shown(world.calls, episode)]).toEqual(before);
});

test("who takes part in an episode is shown to editors and in differences, and a file says that it cannot say it", async () => {
  const fields = { ...episode, slug: "persons", aliases: [], guid: null };
  const { id } = await done(createEpisode, { body: { ...fields, parent: { id: world.calls } } });
  const person = { name: "Iris", role: "guest", group: "", link: "", image: null };
  const change = (latest: AnyContent) => ({ ...latest, persons: [person] });
  await saveDraft(id, { authorId: null, permit: () => {}, change });
  const { persons, latest_revision_id: revision } = await done(readPost, { params: { id } });
  expect(persons).toEqual([person]);
  const { changes } = await done(diffPostRevision, { params: { id, revision } });
  expect(changes).toEqual([{ path: "persons", kind: "added", from: null, to: [person] }]);
  const folder = dirname(await service.write("persons/.keep", ""));
  const run = await service.run("export", "--all", "--to", folder);
  expect(run.stderr).toContain("The file cannot say who takes part in it, which only a manifest can say.");
});
