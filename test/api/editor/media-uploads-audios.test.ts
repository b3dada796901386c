// Proves contract rules: errors-editor, upload-stages, upload-collection, upload-fields, upload-tags,
// chapter-marks, audio-and-video-files, one-file-each, upload-lock, probing, chapters-of-files,
// choose-after-upload, nothing-half-done.

import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { byAudioFormat } from "#lib/media/audio-formats.ts";
import { listAudios, uploadAudio, uploadVideo } from "#lib/routes/editor-media.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { takeUploadLock } from "#lib/store/uploads.ts";
import { standIn } from "#test/lib/probing/stand-in.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { failingAt } from "#test/support/faults.ts";
import { storedFile, useFiles } from "#test/support/files.ts";
import { type FormFields, formFile, multipart, problemsIn } from "#test/support/form.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { dropLock, everythingStored } from "#test/support/stored.ts";
import { unsetMediaTexts } from "#test/support/unset-fields.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

let mp3: File;

const audioFile = async (name: string, type?: string) =>
  formFile(name, await readFile(recordingPath(name)), type);

/** `al` may add below the root and choose nothing; `mi` may add in two collections. */
beforeAll(async () => {
  mp3 = await audioFile("chapters.mp3", "audio/mpeg");
  const both = { audios: ["add", "choose"] };
  await applyManifest({
    version: 1,
    collections: [{ path: "Root/Open" }],
    groups: [
      { name: "Adders", admin_access: true, collections: [{ collection: "Root/Open", audios: ["add"] }] },
      {
        name: "Both",
        admin_access: true,
        collections: ["Root/Shows", "Root/Open"].map((collection) => ({ collection, ...both })),
      },
    ],
    users: [
      { username: "al", groups: ["Adders"] },
      { username: "mi", groups: ["Both"] },
      ...Array.from({ length: 20 }, (_, index) => ({ username: `u${index}`, groups: ["Writers"] })),
    ],
    tokens: ["al", "mi", ...Array.from({ length: 20 }, (_, index) => `u${index}`)].map((name) => ({
      name,
      user: name,
      secret: name,
    })),
  });
});

const upload = async (fields: FormFields, as = "bo") =>
  call(uploadAudio, { as, ...(await multipart(fields)) });

/** Expects that an upload is refused and leaves nothing. */
const refusal = async (fields: FormFields, as?: string): Promise<RouteAnswer> => {
  const before = await everythingStored();
  const answer = await upload(fields, as);
  expect(await everythingStored()).toEqual(before);
  return answer;
};

const audioOf = async ({ body }: RouteAnswer) => (await readMediaOfKind("audio", [body.id]))[0]!;

const startsOf = async (answer: RouteAnswer) =>
  (await audioOf(answer)).chapters.map(({ startSeconds, title }) => [startSeconds, title]);

describe("an audio that is uploaded", () => {
  test("is answered as the editor's audio object, and listed at once", async () => {
    const fields = { title: "Dawn", subtitle: "At the mill", transcript_diarization_mode: "disabled" };
    const answer = await upload({ ...fields, mp3, tags: "night marsh night" });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        ...unsetMediaTexts("audio"),
        ...byAudioFormat(() => null),
        id: expect.any(Number),
        type: "site.Audio",
        ...fields,
        file_formats: "mp3",
        mp3: expect.stringMatching(new RegExp(`^/media/audios/${answer.body.id}/[0-9a-f]{12}/chapters.mp3$`)),
        m4a: null,
        oga: null,
        opus: null,
        collection: { id: world.shows, name: "Shows" },
        tags: ["marsh", "night"],
        edit_url: `/cms/audios/${answer.body.id}/edit/`,
      },
    ]);
    expect((await call(listAudios, { as: "bo" })).body.results[0]).toEqual(answer.body);
    const { files, ownerId } = await audioOf(answer);
    expect(ownerId).toBe((await readUserByName("bo"))!.id);
    expect(await storedFile(files.mp3!.key)).toEqual({
      contentType: expect.any(String),
      content: Buffer.from(await mp3.arrayBuffer()).toString("latin1"),
    });
    expect(files.mp3).toMatchObject({ contentType: "audio/mpeg", sizeBytes: mp3.size });
  });

  test("has the duration and the chapters that its file tells", async () => {
    const answer = await upload({ mp3 });
    expect((await audioOf(answer)).durationSeconds).toBeCloseTo(2.04, 2);
    expect(await startsOf(answer)).toEqual([
      [0, expect.any(String)],
      [0.7, expect.any(String)],
      [1.4, expect.any(String)],
    ]);
  });

  test("has the chapters of its form rather than those of its file", async () => {
    const chaptermarks = "\r\n0:01 Noon\r\n00:00:00.5 The   dawn\r\n\r\n";
    expect(await startsOf(await upload({ mp3, chaptermarks }))).toEqual([
      [0.5, "The dawn"],
      [1, "Noon"],
    ]);
  });

  test("may say nothing of itself", async () => {
    const empty = {
      title: " ",
      subtitle: "",
      tags: "",
      chaptermarks: " \r\n",
      transcript_diarization_mode: "",
    };
    const { status, body } = await upload({ ...empty, mp3 });
    expect([status, body]).toMatchObject([
      201,
      { title: null, subtitle: null, tags: [], transcript_diarization_mode: "inherit" },
    ]);
  });

  test.each(["m4a", "oga", "opus"] as const)("may be a %s", async (format) => {
    const { status, body } = await upload({ [format]: await audioFile(`chapters.${format}`) });
    expect([status, body.file_formats, body[format]]).toEqual([
      201,
      format,
      expect.stringContaining("/media/"),
    ]);
  });

  test("may have any name", async () => {
    for (const [name, stored] of [
      ["../../a/Réiher.MP3", "Reiher.MP3"],
      ["\0.mp3", "file.mp3"],
      [`${"x".repeat(1_000)}.mp3`, `${"x".repeat(80)}.mp3`],
    ] as const) {
      const { body } = await upload({ mp3: formFile(name, await mp3.bytes()) });
      expect(body.mp3.replace(/.*\//, "")).toBe(stored);
    }
  });
});

describe("an audio is refused, and leaves nothing", () => {
  test.each<[string, () => Promise<FormFields>, readonly string[]]>([
    ["without anything", async () => ({}), ["non_field_errors/required"]],
    ["with empty texts for files", async () => ({ mp3: "", opus: " " }), ["non_field_errors/required"]],
    ["with two files", async () => ({ mp3, opus: mp3 }), ["non_field_errors/too_many_files"]],
    ["with two files in a field", async () => ({ mp3: [mp3, mp3] }), ["non_field_errors/parse_error"]],
    [
      "with two files in a field, one of them empty",
      async () => ({ mp3: [mp3, formFile("b.mp3", "")] }),
      ["non_field_errors/parse_error"],
    ],
    [
      "with two files in a field that takes none",
      async () => ({ mp3, title: [formFile("t.txt", "x"), formFile("t.txt", "x")] }),
      ["non_field_errors/parse_error"],
    ],
    [
      "for a mode before its files",
      async () => ({
        title: "x".repeat(256),
        mp3: formFile("a.txt", "x"),
        transcript_diarization_mode: "enabled",
      }),
      ["transcript_diarization_mode/unsupported"],
    ],
    [
      "for a mode that there is not, and for its files with it",
      async () => ({ transcript_diarization_mode: "Disabled" }),
      ["transcript_diarization_mode/invalid_choice", "non_field_errors/required"],
    ],
    [
      "for all that is wrong with its form",
      async () => ({
        title: "x".repeat(256),
        subtitle: "x".repeat(513),
        tags: `a, ${"x".repeat(101)}`,
        chaptermarks: "noon\n0:01 Dawn\n00:01 Dusk",
        opus: formFile("a.mp3", "x"),
      }),
      [
        "title/max_length",
        "subtitle/max_length",
        "tags/invalid",
        "chaptermarks/invalid",
        "chaptermarks/invalid",
        "opus/invalid_extension",
      ],
    ],
    ["with an empty file", async () => ({ mp3: formFile("a.mp3", "") }), ["mp3/empty"]],
    ["with a text for a file", async () => ({ mp3: "a.mp3" }), ["mp3/required"]],
    [
      "for its extension",
      async () => ({ mp3: formFile("a.m4a", await mp3.bytes()) }),
      ["mp3/invalid_extension"],
    ],
    [
      "for its declared type",
      async () => ({ mp3: formFile("a.mp3", await mp3.bytes(), "text/plain") }),
      ["mp3/invalid_content_type"],
    ],
    ["for its beginning", async () => ({ mp3: formFile("a.mp3", "OggS") }), ["mp3/invalid_media_container"]],
  ])("%s", async (_, fields, expected) => {
    const answer = await refusal(await fields());
    expect([answer.status, answer.body.code, problemsIn(answer)]).toEqual([
      400,
      "validation_error",
      expected,
    ]);
  });

  test("for its size", async () => {
    vi.stubEnv("SITE_AUDIO_UPLOAD_MAX_BYTES", String(mp3.size - 1));
    expect(problemsIn(await refusal({ mp3 }))).toEqual(["mp3/file_too_large"]);
    vi.stubEnv("SITE_AUDIO_UPLOAD_MAX_BYTES", String(mp3.size));
    expect((await upload({ mp3 })).status).toBe(201);
  });

  test.each<[string, string, FormFields, number, string]>([
    ["no collection", "di", {}, 403, "no_upload_collection"],
    ["several collections", "mi", {}, 400, "collection/ambiguous"],
    ["none that it names", "bo", { collection: "1" }, 400, "collection/collection_permission_denied"],
    ["none of that number", "bo", { collection: "999" }, 400, "collection/collection_permission_denied"],
    ["no number", "bo", { collection: "x" }, 400, "collection/invalid"],
  ])("for %s, before anything else", async (_, as, fields, status, code) => {
    const answer = await refusal({ ...fields, transcript_diarization_mode: "enabled" }, as);
    expect([answer.status, problemsIn(answer)[0] ?? answer.body.code]).toEqual([status, code]);
  });

  test("where its uploader may add, but not choose", async () => {
    const { status, body } = await refusal({ mp3 }, "al");
    expect([status, body]).toEqual([
      403,
      { code: "post_save_permission_denied", detail: expect.stringContaining("choose") },
    ]);
  });

  test("where its uploader may not choose, for its file first", async () => {
    expect((await refusal({ mp3: await audioFile("junk.mp3") }, "al")).status).toBe(422);
  });
});

describe("the probe of an audio", () => {
  test("has a budget, and none where it is 0", async () => {
    for (const [seconds, script] of [
      ["0", "exit 0"],
      ["0.2", "exec sleep 61"],
    ] as const) {
      standIn("ffprobe", script);
      vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", seconds);
      const { status, body } = await refusal({ mp3 });
      expect([status, body]).toEqual([422, { code: "probe_timeout", detail: expect.any(String) }]);
    }
  });

  test("must succeed", async () => {
    for (const name of ["junk.mp3", "truncated.m4a"]) {
      const { status, body } = await refusal({ [name.slice(-3)]: await audioFile(name) });
      expect([name, status, body]).toEqual([name, 422, { code: "probe_failed", detail: expect.any(String) }]);
    }
    vi.stubEnv("FFPROBE_PATH", "/nowhere");
    expect((await refusal({ mp3 })).body.code).toBe("probe_failed");
  });

  test.each([
    ["fails", "exit 1"],
    ["takes too long", "exec sleep 61"],
    ["says nothing useful", "echo [["],
  ])("may find no chapters, when their search %s, which is logged", async (_, script) => {
    vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", "1");
    const duration = `echo '{"format": {"duration": "3.5"}}'`;
    standIn("ffprobe", `case "$*" in *chapter=*) ${script};; *) ${duration};; esac`);
    using log = captureLog();
    const answer = await upload({ mp3 });
    expect([answer.status, await startsOf(answer)]).toEqual([201, []]);
    expect(log.lines[0]).toMatchObject({
      level: "warning",
      route: "editor/media/upload-audio",
      warning: expect.stringContaining("No chapters"),
    });
  });

  test("keeps the chapters that are well formed, as many as an audio can have", async () => {
    const chapter = (start: number, title?: string) => ({ start_time: `${start}.0`, tags: { title } });
    const many = Array.from({ length: 600 }, (_, index) => chapter(index + 10, "x".repeat(100)));
    const chapters = [chapter(1), chapter(2, "Noon"), chapter(2, "Dusk"), { start_time: "x" }, ...many];
    const answer = JSON.stringify({ format: { duration: "3.5" }, chapters });
    standIn("ffprobe", `cat <<'END'\n${answer}\nEND`);
    const starts = await startsOf(await upload({ mp3 }));
    expect([starts[0], starts[1], starts.length]).toEqual([[2, "Noon"], [10, "x".repeat(100)], 500]);
  });
});

describe("the upload lock", () => {
  test("lets one upload of a user through at a time, whatever the others bring", async () => {
    const forms = [{ mp3 }, { transcript_diarization_mode: "enabled" }, { collection: "x" }, {}];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => upload(index === 0 ? { mp3 } : forms[index % 4]!)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body).toEqual({ code: "rate_limited", detail: expect.any(String) });
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    expect(answers.filter(({ status }) => ![201, 400, 429].includes(status))).toEqual([]);
    expect((await upload({ mp3 })).status).toBe(201);
  });

  test("of 20 identical uploads lets the first through, and no other while that goes on", async () => {
    standIn("ffprobe", `sleep 1.5; echo '{"format": {"duration": "3.5"}}'`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload({ mp3 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(429)]);
  });

  test("is each user's own", async () => {
    standIn("ffprobe", `echo '{"format": {"duration": "3.5"}}'`);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => upload({ mp3 }, `u${index}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
  });

  test("counts for videos, too, and not for images", async () => {
    const { id } = (await readUserByName("u0"))!;
    await takeUploadLock(id, "a test", 29);
    expect((await upload({}, "u0")).status).toBe(429);
    expect((await call(uploadVideo, { as: "u0", ...(await multipart({})) })).status).toBe(429);
  });

  test("of a process that was killed ends after the time of the setting, or when no function can still be running", async () => {
    const { id } = (await readUserByName("u1"))!;
    const nowMs = Date.now();
    const time = vi.spyOn(clock, "nowMs").mockReturnValue(nowMs);
    await takeUploadLock(id, "a crashed process", 1);
    expect((await upload({}, "u1")).status).toBe(429);
    time.mockReturnValue(nowMs + 2_100);
    expect((await upload({}, "u1")).status).toBe(400);
    time.mockRestore();
  });
});

describe("whatever fails", () => {
  test.each(["before", "after"] as const)(
    "leaves neither rows nor files nor locks, when a step fails %s it is done",
    async (how) => {
      using _ = captureLog();
      const outcomes: number[] = [];
      for (let isReached = true, index = 0; isReached; index++) {
        await dropLock("bo");
        const before = await everythingStored();
        isReached = await failingAt(index, how, async () => {
          outcomes.push((await upload({ mp3 })).status);
        });
        const left = (await everythingStored()).filter((key) => !before.includes(key));
        // If the removal after success fails, the upload expires.
        const permitted = outcomes.at(-1) === 201 ? /^(MEDIA#|audios\/|LOCK#|uploads\/)/ : /^$/;
        expect([index, outcomes.at(-1), left.filter((key) => !permitted.test(key))]).toEqual([
          index,
          expect.toBeOneOf([201, 500]),
          [],
        ]);
      }
      expect(outcomes.filter((status) => status === 500).length).toBeGreaterThan(5);
    },
  );

  test("and cannot be cleared away is told", async () => {
    using log = captureLog();
    const files = await openFiles();
    const remove = vi.spyOn(files, "delete").mockRejectedValue(new Error("The disk is on fire."));
    const { status, body } = await upload({ mp3: await audioFile("junk.mp3") }, "u2");
    expect([status, body]).toEqual([
      500,
      { code: "cleanup_failed", detail: expect.any(String), request_id: expect.any(String) },
    ]);
    expect(JSON.stringify(log.lines)).toMatch(/The disk is on fire.*probe_failed/);
    remove.mockRestore();
  });
});
