// Proves contract rules: player-document, player-access, player-transcripts, player-contributors,
// chapter-links, player-private.

import { beforeAll, describe, expect, test } from "vitest";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { createPage } from "#lib/actions/pages/create-page.ts";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import { publishEpisode, updateEpisode } from "#lib/routes/editor-posts.ts";
import { readWebPlayer, readWebPlayerForPost } from "#lib/routes/web-player.ts";
import { readDraftEpisodeIds } from "#lib/store/schedules.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { useFiles } from "#test/support/files.ts";
import { audioWithTranscript, makeAudio, makeImage } from "#test/support/media.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

const base = "https://notes.example";
const noAnchor = { detail: "no authorized anchor for this audio" };
const noEpisode = { detail: "no public episode references this audio" };

const collections: Record<string, number> = {};

beforeAll(async () => {
  const manifest = { version: 1, collections: [{ path: "Root/Users", restriction: { type: "login" } }] };
  Object.assign(collections, (await applyManifest(manifest)).ids.collections);
});

type Query = string | Record<string, string | number>;

const play = (audio: { readonly id: number }, query: Query = "", as: string | null = null) =>
  call(readWebPlayer, { params: { id: audio.id }, query, ...(as ? { as } : {}) });

const playIn = (post: number, audio: { readonly id: number }, query: Query = "", as: string | null = null) =>
  call(readWebPlayerForPost, { params: { id: audio.id, post_id: post }, query, ...(as ? { as } : {}) });

const draftWith = (audio: { readonly id: number }, fields: Record<string, unknown> = {}) =>
  createEpisodeDraft(world.calls, { podcast_audio: { id: audio.id }, ...fields });

/** A live episode with the audio. */
const episodeWith = async (audio: { readonly id: number }, fields: Record<string, unknown> = {}) => {
  const { id } = await draftWith(audio, fields);
  return (await call(publishEpisode, { as: "ada", params: { id } })).body;
};

/** A live post whose body plays the audio. */
const postWith = ({ id }: { readonly id: number }, fields: Record<string, unknown> = {}) =>
  createLivePost(world.notes, { overview: [{ type: "audio", value: { id } }], ...fields });

const restrict = (pageId: number, restriction: Restriction) => setPageProperties(pageId, { restriction });

const keeping = ({ headers }: RouteAnswer) => [headers["cache-control"], headers.vary];
const byNobody = ["private, no-store", "Accept, Cookie, Authorization"];
const byThoseWhoAskAgain = ["no-cache", "Accept, Cookie"];
const byTheirCallerAlone = ["private, no-cache", "Accept, Cookie"];

describe("the document", () => {
  test.each([
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "\u00a0https://x.y/",
    "https://x.y/\u0085a",
    "data:image/png;base64,AA",
    "ftp://x.y/",
    "/one.jpg",
    "https://",
  ])("links chapters to addresses of the web only, not to %j", async (address) => {
    const chapters = [{ startSeconds: 0, title: "Dusk", link: address, image: address }];
    const audio = await makeAudio({ title: "Frogs", chapters });
    await episodeWith(audio);
    expect((await play(audio)).body.chapters).toEqual([
      { start: "00:00:00", title: "Dusk", href: null, image: null },
    ]);
  });

  test("has the audio with its files, chapters and the episode that it belongs to", async () => {
    const file = (name: string, contentType: string, sizeBytes: number) => ({
      key: `audios/9/0123456789ab/${name}`,
      contentType,
      sizeBytes,
    });
    const audio = await makeAudio({
      title: "Frogs",
      subtitle: "Before the clocks",
      files: {
        opus: file("frogs.opus", "audio/ogg", 300),
        oga: file("frogs.oga", "audio/ogg", 200),
        m4a: file("frogs.m4a", "audio/x-m4a", 150),
        mp3: file("frogs.mp3", "audio/mpeg", 100),
      },
      durationSeconds: 93_784.9,
      chapters: [
        { startSeconds: 0, title: "Dusk", link: "", image: "" },
        {
          startSeconds: 3_661.75,
          title: "Night",
          link: "https://frogs.example/",
          image: "https://frogs.example/1.jpg",
        },
      ],
    });
    const { slug } = await episodeWith(audio);
    const answer = await play(audio);
    expect(answer.body).toEqual({
      version: 5,
      show: {},
      title: "Frogs",
      subtitle: "Before the clocks",
      audio: [
        {
          url: "/media/audios/9/0123456789ab/frogs.mp3",
          mimeType: "audio/mpeg",
          size: "100",
          title: "Audio MP3",
        },
        {
          url: "/media/audios/9/0123456789ab/frogs.m4a",
          mimeType: "audio/mp4",
          size: "150",
          title: "Audio M4A",
        },
        {
          url: "/media/audios/9/0123456789ab/frogs.oga",
          mimeType: "audio/ogg",
          size: "200",
          title: "Audio OGA",
        },
        {
          url: "/media/audios/9/0123456789ab/frogs.opus",
          mimeType: "audio/opus",
          size: "300",
          title: "Audio OPUS",
        },
      ],
      duration: "26:03:04",
      chapters: [
        { start: "00:00:00", title: "Dusk", href: null, image: null },
        {
          start: "01:01:01",
          title: "Night",
          href: "https://frogs.example/",
          image: "https://frogs.example/1.jpg",
        },
      ],
      link: `${base}/calls/${slug}/`,
      transcripts: [],
      contributors: [],
    });
    expect(keeping(answer)).toEqual(byThoseWhoAskAgain);
  });

  test("says so where nothing is known", async () => {
    const audio = await makeAudio({ title: null, files: {}, durationSeconds: null });
    await episodeWith(audio);
    const unknown = { title: null, subtitle: null, audio: [], duration: "", chapters: [], transcripts: [] };
    expect((await play(audio)).body).toMatchObject(unknown);
  });

  test("names the show of the post that it is read for, with the post's cover", async () => {
    const [audio, cover] = [await makeAudio(), await makeImage()];
    const covered = await postWith(audio, { cover_image: { id: cover.id, alt_text: "" } });
    const show = { title: "Notes", subtitle: "", summary: "", link: `${base}/notes/` };
    expect((await playIn(covered.id, audio)).body).toMatchObject({
      show: { ...show, poster: `${base}/media/${cover.cover.key}` },
      link: null,
    });
    const plain = await postWith(audio);
    expect((await playIn(plain.id, audio)).body.show).toEqual({ ...show, poster: "" });
  });

  test("names no show that is not public", async () => {
    const content = {
      title: "Hidden",
      slug: "hidden",
      seoTitle: "",
      searchDescription: "",
      description: "",
      theme: null,
    };
    const { page } = await createPage(world.home, () => ({ kind: "blog", content, ownerId: null }));
    const audio = await makeAudio();
    const { id } = await createLivePost(page.id, { overview: [{ type: "audio", value: { id: audio.id } }] });
    expect((await playIn(id, audio)).body.show).toEqual({});
  });

  test("leads to the one episode that has the audio, or to the one that is named", async () => {
    const audio = await makeAudio();
    const first = await episodeWith(audio);
    const post = await postWith(audio);
    const linkOf = async (query: Query = "") => (await play(audio, query)).body.link;
    const addressOf = ({ slug }: { slug: string }) => `${base}/calls/${slug}/`;
    expect(await linkOf()).toBe(addressOf(first));
    expect((await playIn(post.id, audio)).body.link).toBe(addressOf(first));

    const second = await episodeWith(audio);
    expect(await linkOf()).toBeNull();
    expect(await linkOf({ episode_id: second.id })).toBe(addressOf(second));
    expect(await linkOf(`episode_id=${second.id}&episode_id=${first.id}`)).toBe(addressOf(first));
    expect(await linkOf({ episode_id: post.id })).toBeNull();
    expect((await playIn(post.id, audio, { episode_id: first.id })).body.link).toBe(addressOf(first));
  });
});

describe("a transcript", () => {
  const segments = [
    { start: "00:00:00.000", start_ms: 0, speaker: " Ada", voice: "low", text: "Far off at first." },
    { start: "00:00:14.000", speaker: "", voice: "  ", text: "…", "x-mood": { calm: [true] } },
    { speaker: "Bo", voice: " Ada" },
    { speaker: "ada", voice: 7 },
  ];

  test("is shown as it is stored, with whoever speaks in it", async () => {
    const audio = await audioWithTranscript(JSON.stringify({ transcripts: segments, other: 1 }));
    await episodeWith(audio);
    const { body } = await play(audio);
    expect(body.transcripts).toEqual(segments);
    const named = [" Ada", "low", "Bo", "ada"].map((label) => ({ id: label, name: label }));
    expect(body.contributors).toEqual(named);
  });

  test("loses its labels where the audio has them disabled, and so its contributors", async () => {
    const audio = await audioWithTranscript(JSON.stringify({ transcripts: segments }), {
      transcriptDiarizationMode: "disabled",
    });
    await episodeWith(audio);
    const { body } = await play(audio);
    expect(body.contributors).toEqual([]);
    const { speaker, voice, ...first } = segments[0]!;
    expect(body.transcripts).toEqual([first, segments[1], {}, { voice: 7 }]);
  });

  test.each<[string, string | null]>([
    ["whose file is gone", null],
    ["that is no JSON", "WEBVTT"],
    ["that is empty", ""],
    ["that is a list", "[]"],
    ["that is null", "null"],
    ["without segments", "{}"],
    ["whose segments are no list", '{"transcripts": {"speaker": "Ada"}}'],
    ["of no segments", '{"transcripts": [1, null, "Ada", ["Ada"]]}'],
    ["that nests without an end", `{"transcripts": [{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}]}`],
    ["that is too long", `{"transcripts": [{"text": "${"a".repeat(5_000_000)}"}]}`],
  ])("%s is none", async (_, text) => {
    const audio = await audioWithTranscript(text);
    await episodeWith(audio);
    expect((await play(audio)).body).toMatchObject({ transcripts: [], contributors: [] });
  });
});

describe("without a page", () => {
  test("an audio plays for everybody once an episode that has it is public", async () => {
    const audio = await makeAudio();
    const { id } = await draftWith(audio);
    expect((await play(audio)).body).toEqual(noEpisode);
    await call(publishEpisode, { as: "ada", params: { id } });
    expect(keeping(await play(audio))).toEqual(byThoseWhoAskAgain);
    expect(keeping(await play(audio, "", "ada"))).toEqual(byTheirCallerAlone);
    await unpublishPage(id, { permit: () => undefined });
    expect((await play(audio)).body).toEqual(noEpisode);
  });

  test("an audio that only bodies contain does not play", async () => {
    const audio = await makeAudio();
    await postWith(audio);
    for (const as of [null, "ada", "su"]) {
      const answer = await play(audio, "", as);
      expect([answer.status, answer.body]).toEqual([404, noEpisode]);
    }
  });

  test.each<[string, string | null, number]>([
    ["nobody in particular", null, 404],
    ["a reader", "ed", 404],
    ["an author of other pages", "bo", 404],
    ["its editor", "ada", 200],
    ["a superuser", "su", 200],
  ])("an audio of a draft plays for those who may edit it: %s", async (_, as, status) => {
    const audio = await makeAudio();
    const { slug } = await draftWith(audio);
    const answer = await play(audio, "", as);
    expect(answer.status).toBe(status);
    if (status === 404) expect(answer.body).toEqual(noEpisode);
    else expect([answer.body.link, ...keeping(answer)]).toEqual([`${base}/calls/${slug}/`, ...byNobody]);
  });

  test("an audio of several drafts names none of them, and an audio that no draft uses any more does not play", async () => {
    const [audio, other] = [await makeAudio(), await makeAudio()];
    const drafts = [await draftWith(audio), await draftWith(audio), await draftWith(audio)];
    const linkOf = async () => (await play(audio, "", "ada")).body.link;
    expect(await linkOf()).toBeNull();
    const rename = async (draft: (typeof drafts)[number], fields: object) =>
      call(updateEpisode, {
        as: "ada",
        params: { id: draft.id },
        body: { base_revision_id: draft.latest_revision_id, ...fields },
      });
    await rename(drafts[0]!, { podcast_audio: { id: other.id } });
    await rename(drafts[1]!, { podcast_audio: null });
    expect(await linkOf()).toBe(`${base}/calls/${drafts[2]!.slug}/`);
    expect((await play(other, "", "ada")).body.link).toBe(`${base}/calls/${drafts[0]!.slug}/`);
    await rename(drafts[2]!, { title: "Kept" });
    expect((await play(audio, "", "ada")).status).toBe(200);
    await deletePage(drafts[2]!.id);
    expect((await play(audio, "", "ada")).body).toEqual(noEpisode);
    expect(await readDraftEpisodeIds(audio.id)).toEqual([]);
  });

  test("a restricted episode counts for its editors, though they do not pass", async () => {
    const [audio, next] = [await makeAudio(), await makeAudio()];
    const { id, slug, latest_revision_id } = await episodeWith(audio);
    await restrict(id, { type: "password", passwordHash: "x" });
    const body = { base_revision_id: latest_revision_id, podcast_audio: { id: next.id } };
    await call(updateEpisode, { as: "ada", params: { id }, body });
    for (const each of [audio, next]) {
      const answer = await play(each, "", "ada");
      expect([answer.body.link, ...keeping(answer)]).toEqual([`${base}/calls/${slug}/`, ...byNobody]);
      expect((await play(each, "", "ed")).body).toEqual(noEpisode);
    }
  });

  test("an audio of a restricted episode plays for those who pass, and is theirs alone", async () => {
    const audio = await makeAudio();
    const { id, slug } = await episodeWith(audio);
    await restrict(id, { type: "login" });
    expect((await play(audio)).body).toEqual(noEpisode);
    const answer = await play(audio, "", "ed");
    expect([answer.status, answer.body.link]).toEqual([200, `${base}/calls/${slug}/`]);
    expect(keeping(answer)).toEqual(byNobody);
  });

  test("a restricted episode is not counted beside a public one, whoever asks", async () => {
    const audio = await makeAudio();
    const [open, closed] = [await episodeWith(audio), await episodeWith(audio)];
    await restrict(closed.id, { type: "login" });
    for (const as of [null, "ed"]) {
      const answer = await play(audio, "", as);
      expect(answer.body.link).toBe(`${base}/calls/${open.slug}/`);
      expect(keeping(answer)).toEqual(as ? byTheirCallerAlone : byThoseWhoAskAgain);
    }
  });

  test("an audio does not play after its episode has changed its audio, or is deleted", async () => {
    const [audio, other] = [await makeAudio(), await makeAudio()];
    const { id, latest_revision_id } = await episodeWith(audio);
    const body = { base_revision_id: latest_revision_id, podcast_audio: { id: other.id } };
    await call(updateEpisode, { as: "ada", params: { id }, body });
    expect([(await play(audio)).status, (await play(other)).status]).toEqual([200, 404]);
    await call(publishEpisode, { as: "ada", params: { id } });
    expect([(await play(audio)).status, (await play(other)).status]).toEqual([404, 200]);
    await deletePage(id);
    expect((await play(other)).body).toEqual(noEpisode);
  });
});

describe("with a page", () => {
  test.each<[string, string]>([
    ["a post", "post_id"],
    ["an episode", "episode_id"],
  ])("an audio plays in %s that plays it, named as %s", async (_, name) => {
    const audio = await makeAudio();
    const [post, episode] = [await postWith(audio), await episodeWith(audio)];
    for (const { id } of [post, episode]) {
      const answer = name === "post_id" ? await playIn(id, audio) : await play(audio, { episode_id: id });
      expect([answer.status, ...keeping(answer)]).toEqual([200, ...byThoseWhoAskAgain]);
    }
  });

  test("that is unknown, plays something else or is no id, it does not play", async () => {
    const audio = await makeAudio();
    const [episode, other] = [await episodeWith(audio), await postWith(await makeAudio())];
    const huge = "9".repeat(30);
    const bad = [other.id, world.calls, 999_999, 0, huge];
    for (const id of [...bad, "", "x", "-1", "1.5", ` ${episode.id}`]) {
      const answer = await play(audio, { episode_id: id });
      expect([id, answer.status, answer.body]).toEqual([id, 404, noAnchor]);
    }
    for (const id of bad) {
      const answer = await playIn(id as number, audio);
      expect([id, answer.status, answer.body]).toEqual([id, 404, noAnchor]);
    }
    expect((await playIn(episode.id, audio, { episode_id: other.id })).body).toEqual(noAnchor);
    expect((await playIn(other.id, audio, { episode_id: episode.id })).body).toEqual(noAnchor);
  });

  test.each<[string, string | null, number]>([
    ["nobody in particular", null, 404],
    ["a reader", "ed", 404],
    ["an editor of nothing", "di", 404],
    ["an author of other pages", "bo", 404],
    ["a corrector", "cy", 200],
    ["its editor", "ada", 200],
    ["a token without scopes of its editor", "ada-none", 200],
    ["a superuser", "su", 200],
  ])("that is a draft, it plays for those who may edit it: %s", async (_, as, status) => {
    const audio = await makeAudio();
    const draft = await createDraft(world.notes, { detail: [{ type: "audio", value: { id: audio.id } }] });
    for (const answer of [
      await playIn(draft.id, audio, "", as),
      await play(audio, { episode_id: draft.id }, as),
    ]) {
      expect(answer.status).toBe(status);
      if (status === 404) expect(answer.body).toEqual(noAnchor);
      else expect(keeping(answer)).toEqual(byNobody);
    }
  });

  test("that is live, its latest draft counts for its editors, and what is public for all", async () => {
    const [audio, next] = [await makeAudio(), await makeAudio()];
    const { id, latest_revision_id } = await episodeWith(audio);
    const body = { base_revision_id: latest_revision_id, podcast_audio: { id: next.id } };
    await call(updateEpisode, { as: "ada", params: { id }, body });
    await setPageProperties(id, { showInMenus: true });
    expect((await playIn(id, next)).body).toEqual(noAnchor);
    expect((await playIn(id, audio)).status).toBe(200);
    expect(keeping(await playIn(id, audio, "", "ada"))).toEqual(byTheirCallerAlone);
    expect(keeping(await playIn(id, next, "", "ada"))).toEqual(byNobody);
  });

  test("that is restricted, it plays for those who pass or may edit it", async () => {
    const audio = await makeAudio();
    const post = await postWith(audio);
    await restrict(post.id, { type: "password", passwordHash: "x" });
    for (const as of [null, "ed", "di"])
      expect((await playIn(post.id, audio, "", as)).body).toEqual(noAnchor);
    for (const as of ["ada", "cy", "su"]) {
      expect(keeping(await playIn(post.id, audio, "", as))).toEqual(byNobody);
    }
  });
});

describe("an audio", () => {
  test("that is unknown, or gone, is not found", async () => {
    const audio = await makeAudio();
    const { id } = await episodeWith(audio);
    await deleteMedia("audio", audio.id);
    for (const wanted of [audio, { id: 999_999 }, { id: 0 }]) {
      for (const answer of [await play(wanted), await playIn(id, wanted)]) {
        expect([answer.status, answer.body]).toEqual([404, { detail: "No Audio matches the given query." }]);
      }
    }
  });

  test("in a restricted collection plays for those who may view it, and is theirs alone", async () => {
    const audio = await makeAudio({ collectionId: collections["Root/Users"]! });
    const { id } = await episodeWith(audio);
    for (const answer of [await play(audio), await playIn(id, audio)]) expect(answer.status).toBe(404);
    for (const answer of [await play(audio, "", "ed"), await playIn(id, audio, "", "ed")]) {
      expect([answer.status, ...keeping(answer)]).toEqual([200, ...byNobody]);
    }
  });
});
