// Proves contract rules: legacy-owners, legacy-read-only, legacy-fields, legacy-delete,
// collection-permissions.

import { beforeAll, describe, expect, test, vi } from "vitest";
import { handler as removeLeftoverFiles } from "#functions/jobs/remove-leftover-files.ts";
import { discardMedia } from "#lib/actions/media/delete-media.ts";
import { fileToStore } from "#lib/actions/media/files-to-store.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { storeVideo } from "#lib/actions/media/store-media.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { readImage } from "#lib/imaging/read-image.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { byAudioFormat } from "#lib/media/audio-formats.ts";
import { filesOf, type Video } from "#lib/media/media.ts";
import { createEpisode, publishEpisode, readEpisode, readPost } from "#lib/routes/editor-posts.ts";
import { fallback } from "#lib/routes/fallback.ts";
import {
  deleteOwnAudio,
  deleteOwnVideo,
  listOwnAudios,
  listOwnVideos,
  readOwnAudio,
  readOwnVideo,
} from "#lib/routes/own-media.ts";
import type { Method, Route } from "#lib/routes/route.ts";
import { readLeftoverFiles } from "#lib/store/leftovers.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { failingAt } from "#test/support/faults.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { makeAudio, makeVideo } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

/** Beside the world's people: `al` may add in `Root/Shows`, `ch` choose there, `re` delete there. */
const may = (allow: readonly string[]) => ({
  admin_access: true,
  collections: [{ collection: "Root/Shows", audios: allow, videos: allow }],
});

const manifest = {
  version: 1,
  groups: [
    { name: "Adders", ...may(["add"]) },
    { name: "Choosers", ...may(["choose"]) },
    { name: "Removers", ...may(["delete"]) },
    { name: "Strangers", ...may(["add", "change", "delete"]), admin_access: false },
  ],
  users: [
    { username: "al", groups: ["Adders"] },
    { username: "ch", groups: ["Choosers"] },
    { username: "re", groups: ["Removers"] },
    { username: "st", groups: ["Strangers"] },
  ],
  tokens: [
    ...["al", "ch", "re", "st"].map((name) => ({ name, user: name, secret: name })),
    { name: "ada-delete", user: "ada", secret: "ada-delete", scopes: ["delete"] },
    {
      name: "ada-deleted",
      user: "ada",
      secret: "ada-deleted",
      scopes: ["deleted", "Delete", "delete:media"],
    },
  ],
};

const userIds: Record<string, number> = {};

beforeAll(async () => {
  await applyManifest(manifest);
  for (const name of ["ada", "bo", "di", "ed", "su", "al", "ch", "re", "st"])
    userIds[name] = (await readUserByName(name))!.id;
});

const by = (name: string) => ({ ownerId: userIds[name]!, collectionId: world.shows });

const kinds = [
  {
    kind: "video",
    name: "Video",
    make: makeVideo,
    list: listOwnVideos,
    read: readOwnVideo,
    remove: deleteOwnVideo,
  },
  {
    kind: "audio",
    name: "Audio",
    make: makeAudio,
    list: listOwnAudios,
    read: readOwnAudio,
    remove: deleteOwnAudio,
  },
] as const;

describe.each(kinds)("$kind objects of the legacy API", ({ kind, name, make, list, read, remove }) => {
  const routes = { list: list as Route, read: read as Route<"id">, remove: remove as Route<"id"> };
  const idsOf = async (as: string, query = ""): Promise<number[]> =>
    (await call(routes.list, { as, query })).body.results.map(({ id }: { id: number }) => id);

  test("are listed to their owners only, the newest first, superusers included", async () => {
    const old = await make({ ...by("di"), createdAt: "2026-01-01T00:00:00.000Z" });
    const [one, other] = [await make(by("di")), await make(by("di"))];
    const theirs = await make(by("su"));
    await make({ ownerId: null });
    expect(await idsOf("di")).toEqual([other.id, one.id, old.id]);
    expect(await idsOf("su")).toEqual([theirs.id]);
    expect(await idsOf("ed")).toEqual([]);
  });

  test("come in pages with links to their neighbours; what the query says besides is kept", async () => {
    for (let index = 0; index < 3; index++) await make(by("ch"));
    const { body } = await call(routes.list, { as: "ch", query: "pageSize=1&page=2&x=y&page=2" });
    const path = `/api/${kind}s/`;
    expect(body).toMatchObject({ count: 3, results: [{}] });
    expect([body.next, body.previous].map((link) => link.replace(/^https?:\/\/[^/]+/, ""))).toEqual([
      `${path}?page=3&pageSize=1&x=y`,
      `${path}?pageSize=1&x=y`,
    ]);
    expect((await call(routes.list, { as: "ch", query: { page: 4, pageSize: 1 } })).body).toEqual({
      detail: "Invalid page.",
    });
  });

  test("cost one request to the table beside the one for the caller, and one by one are in that one", async () => {
    await idsOf("ada");
    const listing = await costOf(() => idsOf("ada"));
    expect(listing).toEqual({ requests: 2, depth: 1, readUnits: 4, writeUnits: 0 });
    const { id } = await make(by("ada"));
    const reading = () => call(routes.read, { as: "ada", params: { id } });
    expect(await costOf(reading)).toEqual({ requests: 1, depth: 1, readUnits: 4, writeUnits: 0 });
  });

  test("are the same in the list and by their address, which does without its slash", async () => {
    const { id } = await make(by("bo"));
    const listed = (await call(routes.list, { as: "bo" })).body.results[0];
    expect((await call(routes.read, { as: "bo", params: { id } })).body).toEqual(listed);
    expect(listed.url).toMatch(new RegExp(`^https?://[^/]+/api/${kind}s/${id}$`));
  });

  test.each(["ada", "su", "ed"])("of others are none to %s, to read or to delete", async (as) => {
    const { id } = await make(by("bo"));
    for (const unknown of [id, 999_999, "99999999999999999999"]) {
      for (const route of [routes.read, routes.remove]) {
        const answer = await call(route, { as, params: { id: unknown } });
        expect([answer.status, answer.body]).toEqual([
          404,
          { detail: `No ${name} matches the given query.` },
        ]);
      }
    }
    expect(await idsOf("bo")).toContain(id);
  });

  test.each<[string, number]>([
    ["su", 204],
    ["ada", 204],
    ["bo", 204],
    ["al", 204],
    ["re", 204],
    ["ch", 403],
    ["di", 403],
    ["ed", 403],
    ["st", 403],
    ["ada-delete", 204],
    ["ada-none", 403],
    ["ada-write", 403],
    ["ada-publish", 403],
    ["ada-deleted", 403],
  ])("are deleted by their owner %s: %i", async (as, status) => {
    const { id } = await make(by(as.replace(/-.*/, "")));
    const answer = await call(routes.remove, { as, params: { id } });
    expect(answer.status).toBe(status);
    const [left] = await readMediaOfKind(kind, [id]);
    expect(left !== undefined).toBe(status === 403);
    if (status === 204) expect([answer.body, answer.headers["content-type"]]).toEqual(["", undefined]);
    else
      expect(answer.body).toEqual(
        as.includes("-")
          ? { code: "insufficient_scope", detail: "This action requires the 'delete' scope." }
          : { detail: `You do not have permission to delete this ${kind}.` },
      );
  });

  test("are not even looked up for a token without the scope", async () => {
    const answer = await call(routes.remove, { as: "ada-write", params: { id: 999_999 } });
    expect([answer.status, answer.body.code]).toEqual([403, "insufficient_scope"]);
  });

  test("are deleted: from lists, at their address, and for a second request to delete them", async () => {
    const { id } = await make(by("ada"));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call(routes.remove, { as: "ada", params: { id } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    expect(await idsOf("ada")).not.toContain(id);
    expect((await call(routes.read, { as: "ada", params: { id } })).status).toBe(404);
  });

  test("can be neither made nor changed here", async () => {
    const { id } = await make(by("ada"));
    const send = (method: Method, path: string, as?: string) =>
      call({ ...fallback, method, path } as Route, as ? { as } : {});
    for (const as of ["ada", "ed"]) {
      const posted = await send("POST", `/api/${kind}s/`, as);
      expect([posted.status, posted.body, posted.headers.allow]).toEqual([
        405,
        { detail: 'Method "POST" not allowed.' },
        "GET, HEAD, OPTIONS",
      ]);
    }
    expect((await send("POST", `/api/${kind}s/`)).status).toBe(403);
    const put = await send("PUT", `/api/${kind}s/${id}/`, "ada");
    expect([put.status, put.headers.allow]).toEqual([405, "GET, DELETE, HEAD, OPTIONS"]);
  });
});

describe("a video", () => {
  const read = async (id: number) => (await call(readOwnVideo, { as: "ada", params: { id } })).body;

  test("shows its files with absolute addresses", async () => {
    const video = await makeVideo(by("ada"));
    const origin = (await read(video.id)).url.replace(/\/api\/.*/, "");
    expect(await read(video.id)).toEqual({
      id: video.id,
      url: `${origin}/api/videos/${video.id}`,
      original: `${origin}/media/${video.original.key}`,
      poster: `${origin}/media/${video.poster!.key}`,
      poster_thumbnail: `${origin}/media/${video.posterThumbnail!.key}`,
    });
  });

  test("without a poster shows null for it, and for its thumbnail", async () => {
    const { id } = await makeVideo({ ...by("ada"), poster: null, posterThumbnail: null });
    expect(await read(id)).toMatchObject({ poster: null, poster_thumbnail: null });
  });
});

describe("an audio", () => {
  const read = async (id: number) => (await call(readOwnAudio, { as: "ada", params: { id } })).body;
  const file = (name: string) => ({ key: `audios/1/0a1b2c3d4e5f/${name}`, contentType: "", sizeBytes: 1 });

  test("shows what it has of each format with absolute addresses", async () => {
    const audio = await makeAudio(by("ada"));
    const origin = (await read(audio.id)).url.replace(/\/api\/.*/, "");
    expect(await read(audio.id)).toEqual({
      ...byAudioFormat(() => null),
      id: audio.id,
      name: "Episode one",
      file_formats: "mp3 opus",
      url: `${origin}/api/audios/${audio.id}`,
      webplayer: `${origin}/api/audios/webplayer/${audio.id}/`,
      mp3: `${origin}/media/${audio.files.mp3!.key}`,
      m4a: null,
      oga: null,
      opus: `${origin}/media/${audio.files.opus!.key}`,
    });
  });

  test.each<[string | null, string]>([
    ["Of herons", "Of herons"],
    ["", ""],
    [null, "b.c,a"],
  ])("titled %j is called %j", async (title, name) => {
    const files = { oga: file("a.oga"), mp3: file("b.c.mp3") };
    const { id } = await makeAudio({ ...by("ada"), title, files });
    expect(await read(id)).toMatchObject({ name, file_formats: "mp3 oga" });
  });
});

describe("what referred to a deleted object goes on without it", () => {
  const remove = async (route: Route<"id">, id: number) =>
    expect((await call(route, { as: "ada", params: { id } })).status).toBe(204);

  test("blocks become placeholders", async () => {
    const [video, audio] = [await makeVideo(by("ada")), await makeAudio(by("ada"))];
    const detail = [
      { type: "video", value: { id: video.id } },
      { type: "audio", value: { id: audio.id } },
    ];
    const [draft, live] = [
      await createDraft(world.notes, { detail }),
      await createLivePost(world.notes, { detail }),
    ];
    await remove(deleteOwnVideo, video.id);
    await remove(deleteOwnAudio, audio.id);
    for (const { id } of [draft, live]) {
      const { body } = await call(readPost, { as: "ada", params: { id } });
      expect(body.detail).toEqual([
        { type: "unsupported", value: { stored_type: "video", position: "detail.0" } },
        { type: "unsupported", value: { stored_type: "audio", position: "detail.1" } },
      ]);
    }
  });

  test("an episode stays, live as it was, with no audio", async () => {
    const audio = await makeAudio(by("ada"));
    const slug = freshSlug();
    const { body: episode } = await call(createEpisode, {
      as: "ada",
      body: {
        parent: { id: world.calls },
        title: slug,
        slug,
        overview: [],
        podcast_audio: { id: audio.id },
      },
    });
    await call(publishEpisode, { as: "ada", params: { id: episode.id } });
    await remove(deleteOwnAudio, audio.id);
    const { body } = await call(readEpisode, { as: "ada", params: { id: episode.id } });
    expect(body).toMatchObject({ live: true, podcast_audio: null });
  });
});

describe("the files of a deleted object", () => {
  const storedVideo = async (): Promise<Video> => {
    const read = await readImage({ name: "clip.jpg", bytes: await samplePicture("jpeg") });
    if ("problem" in read) throw new Error(read.problem.message);
    return storeVideo(
      null,
      {
        original: fileToStore("clip.mp4", "video/mp4", Buffer.from("\0\0\0\x20ftypisom")),
        poster: read.image,
      },
      () => ({ ...by("ada"), title: "A clip", tags: [], createdAt: "2026-01-02T03:04:05.000Z" }),
    );
  };
  const remove = ({ id }: Video) => call(deleteOwnVideo, { as: "ada", params: { id } });
  const keysOf = (video: Video): string[] => filesOf(video).map(({ key }) => key);

  test("go with it, renditions too, and those of others stay", async () => {
    const [video, other] = [await storedVideo(), await storedVideo()];
    expect(await storedFileKeys()).toEqual(expect.arrayContaining(keysOf(video)));
    expect((await remove(video)).status).toBe(204);
    expect(await storedFileKeys()).toEqual(keysOf(other).sort());
    expect(await readLeftoverFiles()).toEqual([]);
    await remove(other);
  });

  test("stay with an object that may not be deleted", async () => {
    const video = await storedVideo();
    await call(deleteOwnVideo, { as: "ada-write", params: { id: video.id } });
    await call(deleteOwnVideo, { as: "bo", params: { id: video.id } });
    expect(await storedFileKeys()).toEqual(keysOf(video).sort());
    await remove(video);
  });

  test("are removed by the job where they could not be removed at once, one object after the other", async () => {
    const videos = [await storedVideo(), await storedVideo()];
    const files = await openFiles();
    const broken = vi.spyOn(files, "delete").mockRejectedValue(new Error("The store is away."));
    using log = captureLog();
    for (const video of videos) expect((await remove(video)).status).toBe(204);
    await expect(removeLeftoverFiles()).rejects.toThrow("has failed for 2");
    expect(log.lines).toMatchObject(
      videos.map(({ id }) => ({ level: "error", outcome: "failed", kind: "video", id })),
    );
    expect(await readLeftoverFiles()).toHaveLength(2);
    broken.mockRestore();
    await removeLeftoverFiles();
    expect([await storedFileKeys(), await readLeftoverFiles()]).toEqual([[], []]);
  });

  test.each(["before", "after"] as const)(
    "are never orphans, and its row is never without them, whichever step fails, %s it was done",
    async (how) => {
      using _ = captureLog();
      let steps = 0;
      for (let index = 0; ; index++) {
        const video = await storedVideo();
        const failed = await failingAt(index, how, () => remove(video));
        const [row] = await readMediaOfKind("video", [video.id]);
        const files = await storedFileKeys();
        const noted = (await readLeftoverFiles()).flatMap(({ keys }) => keys);
        if (row) expect([files, noted]).toEqual([keysOf(video).sort(), []]);
        else expect(files.filter((key) => !noted.includes(key))).toEqual([]);

        expect((await remove(video)).status).toBe(row ? 204 : 404);
        await removeLeftoverFiles();
        expect([await storedFileKeys(), await readLeftoverFiles()]).toEqual([[], []]);
        if (!failed) break;
        steps++;
      }
      expect(steps).toBeGreaterThan(6);
    },
  );

  test("survive a job that fails at any step until it has run to its end", async () => {
    using _ = captureLog();
    for (let index = 0; ; index++) {
      const video = await storedVideo();
      const store = await openFiles();
      const broken = vi.spyOn(store, "delete").mockRejectedValue(new Error("The store is away."));
      await remove(video);
      broken.mockRestore();
      const failed = await failingAt(index, "after", () => removeLeftoverFiles().catch(() => {}));
      await removeLeftoverFiles();
      expect([await storedFileKeys(), await readLeftoverFiles()]).toEqual([[], []]);
      if (!failed) break;
    }
  });

  test("are not lost to an object that is changed while it is being deleted", async () => {
    const video = await storedVideo();
    const results = await Promise.allSettled([
      remove(video),
      putMedia("video", video.id, (current) => {
        if (!current) throw new Error("The video is gone.");
        return { ...current, title: "Another title" };
      }),
    ]);
    expect(results[0]).toMatchObject({ value: { status: 204 } });
    expect(await readMediaOfKind("video", [video.id])).toEqual([undefined]);
    expect(await storedFileKeys()).toEqual([]);
  });

  test("need not be there any more", async () => {
    const video = await storedVideo();
    const files = await openFiles();
    await files.delete(fileKey(video.original.key));
    expect(await discardMedia("video", video.id)).toBe(true);
    expect(await discardMedia("video", video.id)).toBe(false);
    expect([await storedFileKeys(), await readLeftoverFiles()]).toEqual([[], []]);
  });
});
