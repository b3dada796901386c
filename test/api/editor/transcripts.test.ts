// Proves contract rules: transcripts, transcript-formats, transcript-answers.

import { parseRssFeed } from "feedsmith";
import { beforeAll, describe, expect, test } from "vitest";
import { listAudios } from "#lib/routes/editor-media.ts";
import { readEditorAudio } from "#lib/routes/editor-media-objects.ts";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import {
  deleteAudioTranscript,
  putAudioTranscript,
  readAudioTranscript,
} from "#lib/routes/editor-transcripts.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { readWebPlayer } from "#lib/routes/web-player.ts";
import { renewAfresh, served } from "#test/lib/feed-renewal/feed-site.ts";
import { call } from "#test/support/call.ts";
import { askForChanges } from "#test/support/change-follower.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { makeAudio } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { textIn, visit } from "#test/support/site-pages.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

const types = {
  vtt: "text/vtt",
  srt: "application/x-subrip",
  json: "application/json",
  text: "text/plain",
} as const;

const wrens = "WEBVTT\n\n00:00:01.000 --> 00:00:03.500\n<v Ada>A wren & <script>alert(1)</script>.\n";

const put = (id: number, body: unknown, type: string = types.vtt, as = "ada", headers = {}) =>
  call(putAudioTranscript, { as, params: { id }, body, headers: { "content-type": type, ...headers } });

const get = (id: number, accept?: string, query = "") =>
  call(readAudioTranscript, {
    as: "ada",
    params: { id },
    query,
    headers: accept === undefined ? {} : { accept },
  });

const remove = (id: number, as = "ada") => call(deleteAudioTranscript, { as, params: { id } });

describe("everything that shows an audio", () => {
  const made = { audio: 0, episode: 0, address: "" };

  beforeAll(async () => {
    made.audio = (await makeAudio()).id;
    const { id, slug } = await createEpisodeDraft(world.calls, { podcast_audio: { id: made.audio } });
    await call(publishEpisode, { as: "ada", params: { id } });
    Object.assign(made, { episode: id, address: `/calls/${slug}/` });
  });

  /** What each of them says of the transcript, and the digest of the episode's page. */
  const shown = async () => {
    const { audio: id, episode, address } = made;
    const details = (await call(readEditorAudio, { as: "ada", params: { id } })).body;
    const listed = (await call(listAudios, { as: "ada", query: "details=true" })).body.results;
    const page = await call(readLivePage, {
      params: { id: episode },
      query: "type=site.Post&fields=_,media,podcast_audio,digest",
    });
    const player = (await call(readWebPlayer, { params: { id } })).body;
    await renewAfresh();
    const feed = parseRssFeed((await served(`${world.calls}/mp3.rss`))!);
    const { body: answer } = await visit(address);
    return {
      digest: page.body.digest,
      files: (await storedFileKeys()).filter((key) => key.startsWith(`audios/${id}/`)),
      details: details.transcript,
      listed: listed.find((audio: { id: number }) => audio.id === id).transcript,
      media: page.body.media[0].transcripts,
      fields: page.body.podcast_audio.transcripts,
      player: player.transcripts.map(({ text }: { text: string }) => text),
      feed: feed.items?.[0]?.podcast?.transcripts?.map(({ url }) => url?.split("/").at(-1)) ?? [],
      page: /A wren[^.]*\.|Untimed\./.exec(textIn(answer))?.[0],
      markup: answer.includes("<script>alert"),
    };
  };

  test("shows a new transcript at once, and loses it at once", async () => {
    const before = await shown();
    const none = { details: null, listed: null, media: [], fields: [], player: [], feed: [], files: [] };
    expect(before).toEqual({ ...none, digest: expect.any(String), page: undefined, markup: false });
    const { cursor } = await askForChanges();
    const answer = await put(made.audio, wrens);
    expect(answer.status).toBe(200);
    const told = await askForChanges(cursor);
    expect(told.results).toMatchObject([{ id: made.episode, change: "updated" }]);
    const after = await shown();
    expect(told.results[0]).toMatchObject({ digest: after.digest });
    expect(after.digest).not.toBe(before.digest);
    const { transcript } = answer.body;
    const file = { url: `https://notes.example${transcript.url}`, mime_type: types.json };
    expect(transcript).toEqual({
      url: expect.stringMatching(/^\/media\/audios\/\d+\/[\da-f]{12}\/transcript-[\da-f]{8}\.json$/),
      bytes: expect.any(Number),
      parts_sha256: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(after).toEqual({
      digest: after.digest,
      files: [transcript.url.slice("/media/".length)],
      details: transcript,
      listed: transcript,
      media: [{ ...file, bytes: transcript.bytes }],
      fields: [{ ...file, bytes: transcript.bytes }],
      player: ["A wren & alert(1)."],
      feed: [".vtt", ".srt", "-transcript.json"].map((end) => `${made.episode}${end}`),
      page: "A wren &amp; alert(1).",
      markup: false,
    });
    await put(made.audio, "Untimed.\n<script>alert(2)</script>", types.text);
    expect(await shown()).toMatchObject({
      player: ["Untimed.", "<script>alert(2)</script>"],
      feed: [`${made.episode}.txt`],
      page: "Untimed.",
      markup: false,
    });
    expect(await served(`${world.calls}/${made.episode}.vtt`)).toBeUndefined();
    expect((await remove(made.audio)).status).toBe(204);
    expect(await shown()).toEqual(before);
    expect((await get(made.audio)).body.code).toBe("not_found");
    expect((await remove(made.audio)).status).toBe(204);
  });
});

test("a transcript is sent and read in every format, chosen by Accept", async () => {
  const { id } = await makeAudio();
  const times = { startTime: 1, endTime: 2 };
  const sent = {
    vtt: "WEBVTT\n\n00:01.000 --> 00:02.000\nA wren.\n",
    srt: "1\n00:00:01,000 --> 00:00:02,000\nA wren.\n",
    json: JSON.stringify({ version: "1.0.0", segments: [{ ...times, body: "A wren." }] }),
  };
  for (const [format, body] of Object.entries(sent)) {
    expect((await put(id, body, types[format as keyof typeof sent])).status).toBe(200);
    const vtt = await get(id);
    expect(vtt.headers["content-type"]).toBe("text/vtt; charset=utf-8");
    expect(vtt.text).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nA wren.\n");
    expect((await get(id, "application/x-subrip")).text).toBe(sent.srt);
    expect((await get(id, "*/*", "format=json")).body).toEqual(JSON.parse(sent.json));
    expect((await get(id, "text/plain")).text).toBe("A wren.\n");
  }
  const typeFor = async (accept: string) => {
    const { status, headers } = await get(id, accept);
    return status === 200 ? headers["content-type"] : status;
  };
  const chosen = [
    ["text/html,application/xhtml+xml,*/*;q=0.8", types.vtt],
    ["text/*", types.vtt],
    ["application/*", types.srt],
    ["text/vtt;q=0.1, TEXT/PLAIN;q=0.9", types.text],
    ["text/vtt;q=0, */*;q=0.5", types.srt],
    ["application/json, */*;q=0.1", types.json],
  ] as const;
  for (const [accept, type] of chosen) expect(await typeFor(accept)).toBe(`${type}; charset=utf-8`);
  for (const accept of ["text/html", "image/png", "text/vtt;q=0"]) expect(await typeFor(accept)).toBe(406);
  expect((await get(id, "*/*", "format=srt")).status).toBe(404);
  await put(id, "Ada: a wren", types.text);
  expect(await typeFor("*/*")).toBe("text/plain; charset=utf-8");
  expect((await get(id, "application/json")).body).toEqual({
    version: "1.0.0",
    segments: [{ body: "Ada: a wren" }],
  });
  expect(await typeFor("text/vtt, application/x-subrip")).toBe(406);
});

test("a file that cannot be read is refused with its lines, and changes nothing", async () => {
  const { id } = await makeAudio();
  const { body: before } = await put(id, wrens);
  const errors = async (...sent: Parameters<typeof put>) => {
    const { status, body } = await put(...sent);
    return [status, body.errors ?? body.code];
  };
  const lines = (...messages: readonly unknown[]) => ({
    transcript: messages.map((message) => ({ code: "invalid", message })),
  });
  const starting = (text: string) => expect.stringContaining(text);
  const faulty = "WEBVTT\n\n1\n00:01 --> 00:02\nx\n\n00:02.000 --> 00:01.000\ny\n";
  expect(await errors(id, faulty)).toEqual([
    400,
    lines(starting("Line 4: Expected times such as 00:01:02.500"), "Line 7: The cue ends before it begins."),
  ]);
  const latin = Buffer.from("gr\xfcn", "latin1");
  expect(await errors(id, latin, types.text)).toEqual([400, lines(starting("Line 1: "))]);
  expect(await errors(id, "", types.json)).toEqual([400, lines(starting("Line 1: "))]);
  const { transcript, ...rest } = (await put(id, `WEBVTT\n\n${"lost\n\n".repeat(600)}`)).body.errors;
  expect([transcript.length, rest]).toEqual([
    500,
    { non_field_errors: [{ code: "invalid", message: expect.stringContaining("there are more") }] },
  ]);
  for (const type of ["text/html", "text/vtt; charset=iso-8859-1", "", "application/x-www-form-urlencoded"])
    expect(await errors(id, wrens, type)).toEqual([415, "unsupported_media_type"]);
  expect(await errors(id, wrens, 'Text/VTT; charset="UTF-8"')).toEqual([200, undefined]);
  const most = `${wrens}\nNOTE ${"x".repeat(4 * 1024 * 1024 - wrens.length - 6)}`;
  expect(await errors(id, `${most}x`)).toEqual([413, "payload_too_large"]);
  expect(await errors(id, most)).toEqual([200, undefined]);
  const { body: after } = await call(readEditorAudio, { as: "ada", params: { id } });
  expect(after.transcript.bytes).toBe(before.transcript.bytes);
});

test("who may change the audio may, with the scope to write; who may choose it reads", async () => {
  const { id } = await makeAudio({ collectionId: world.shows });
  await put(id, wrens);
  const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => body?.code ?? status;
  const rows = [
    ["ada-write", 200, 200, 204],
    ["ada-none", 200, "insufficient_scope", "insufficient_scope"],
    ["bo", 200, "permission_denied", "permission_denied"],
    ["cy", "permission_denied", "permission_denied", "permission_denied"],
    ["ed", "permission_denied", "permission_denied", "permission_denied"],
  ] as const;
  for (const [as, reads, puts, removes] of rows) {
    const answers = [
      codeOf(await call(readAudioTranscript, { as, params: { id } })),
      codeOf(await put(id, wrens, types.vtt, as)),
      codeOf(await remove(id, as)),
    ];
    expect([as, ...answers]).toEqual([as, reads, puts, removes]);
    await put(id, wrens);
  }
  for (const answer of [await get(771_177), await put(771_177, wrens), await remove(771_177)])
    expect(codeOf(answer)).toBe("not_found");
});

test("what is sent again writes nothing, and repetitions with a key come to one change", async () => {
  const { id } = await makeAudio();
  await put(id, "old", types.text);
  const headers = { "idempotency-key": "transcript-once" };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => put(id, wrens, types.vtt, "ada", headers)),
  );
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const again = await put(id, wrens, types.vtt, "ada", headers);
  expect([again.status, again.headers["idempotency-replayed"]]).toEqual([200, "true"]);
  expect((await put(id, "other", types.text, "ada", headers)).body.code).toBe("idempotency_key_reused");
  // The same bytes are another transcript as text.
  expect((await put(id, wrens, types.text, "ada", headers)).body.code).toBe("idempotency_key_reused");
  expect((await costOf(() => put(id, wrens))).writeUnits).toBe(0);
  expect((await storedFileKeys()).filter((key) => key.startsWith(`audios/${id}/`))).toHaveLength(1);
});
