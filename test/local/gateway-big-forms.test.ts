// Proves contract rules: body-size, one-file-each, upload-lock.

import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request as openRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openFiles } from "#lib/files/open-files.ts";
import { fileFields } from "#lib/routes/fields.ts";
import { routes } from "#lib/routes/table.ts";
import { maxRecordingBytes } from "#lib/settings/uploads.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { takeUploadLock } from "#lib/store/uploads.ts";
import { rawRequest } from "#test/support/capture.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { storedFile } from "#test/support/files.ts";
import { silentMp3 } from "#test/support/mp3.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { dropLock, everythingStored } from "#test/support/stored.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
const files = useServedFiles();

const audios = "/api/editor/media/audios/";
const videos = "/api/editor/media/videos/";
const megabyte = 1_048_576;

type Pieces = Iterable<string | Uint8Array>;

/** A part of a form, in pieces. */
function* part(
  parameters: string,
  content: string | Uint8Array | Iterable<Uint8Array> = "",
): Generator<string | Uint8Array> {
  yield `--heron\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n`;
  if (typeof content === "string" || content instanceof Uint8Array) yield content;
  else yield* content;
  yield "\r\n";
}

const end = "--heron--\r\n";

function* form(...parts: readonly Pieces[]): Generator<string | Uint8Array> {
  for (const each of parts) yield* each;
  yield end;
}

const whole = (pieces: Pieces): Buffer =>
  Buffer.concat([...pieces].map((piece) => Buffer.from(piece as string)));

const lengthOf = (pieces: Pieces): number => [...pieces].reduce((sum, { length }) => sum + length, 0);

interface Sending {
  readonly as?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
}

/** A request that has begun, and its answer. */
const begin = (
  path: string,
  { as = "bo", type = "multipart/form-data; boundary=heron", headers }: Sending = {},
) => {
  const request = openRequest(files.url + path, {
    method: "POST",
    agent: false,
    headers: { authorization: `Bearer ${as}`, "content-type": type, ...headers },
  });
  // biome-ignore lint/suspicious/noExplicitAny: whatever the answer is, its assertions say.
  const answer = new Promise<{ status: number; body: any }>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", async (response: IncomingMessage) => {
      const body = await text(response);
      const isJson = response.headers["content-type"] === "application/json";
      resolve({ status: response.statusCode!, body: isJson ? JSON.parse(body) : body });
    });
  });
  return { request, answer };
};

/** The answer to a form of unknown length, unless the headers give it. */
const post = async (path: string, pieces: Pieces, sending?: Sending) => {
  const { request, answer } = begin(path, sending);
  await send(request, pieces, answer);
  return answer;
};

/** Sends a body as fast as it is read, until there is an answer. */
const send = async (request: ClientRequest, pieces: Pieces, answer: Promise<unknown>): Promise<void> => {
  let isAnswered = false;
  const answered = answer.finally(() => {
    isAnswered = true;
  });
  answered.catch(() => {});
  request.setMaxListeners(0);
  for (const piece of pieces) {
    if (isAnswered) return;
    if (!request.write(piece)) await Promise.race([once(request, "drain"), answered]);
  }
  request.end();
};

/** Sends a form that fits into an event. */
const postSmall = (path: string, pieces: Pieces) => {
  const body = whole(pieces);
  return post(path, [body], { headers: { "content-length": body.length } });
};

/** Everything stored: items, files, and arriving files. */
const kept = async () => [
  ...(await everythingStored()),
  ...(await readdir(join(process.env.FILES_FOLDER!, "incoming"))),
  ...(await readdir(join(process.env.FILES_FOLDER!, "uploads"))),
];

const leftOfUploads = async () => (await kept()).filter((each) => /upload/i.test(each));

const sound = () => readFile(recordingPath("chapters.mp3"));
const film = () => readFile(recordingPath("two-seconds.mp4"));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The memory in buffers after garbage collection. */
const bufferBytes = (): number => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().arrayBuffers;
};

describe("a form with files that do not fit into an event", () => {
  test("makes the media object that a small one makes, and never lies in memory", async () => {
    const parts = (bytes: number) =>
      form(part('name="title"', "Low tide"), part('name="mp3"; filename="Ebb.mp3"', silentMp3(bytes)));
    const small = await postSmall(audios, parts(100_000));
    const before = bufferBytes();
    let most = 0;
    let unwatched = 0;
    function* watched() {
      for (const piece of parts(64 * megabyte)) {
        unwatched += piece.length;
        if (unwatched > 8 * megabyte) {
          unwatched = 0;
          most = Math.max(most, bufferBytes());
        }
        yield piece;
      }
    }
    const headers = { "content-length": lengthOf(parts(64 * megabyte)) };
    const big = await post(audios, watched(), { headers });
    expect([small.status, big.status]).toEqual([201, 201]);
    expect(most - before).toBeLessThan(20 * megabyte);
    const own = { id: 0, mp3: "", edit_url: "" };
    expect({ ...big.body, ...own }).toEqual({ ...small.body, ...own });
    const [audio] = await readMediaOfKind("audio", [big.body.id]);
    expect(audio!.durationSeconds).toBeGreaterThan(4_000);
    expect(audio!.files.mp3!.sizeBytes).toBe(lengthOf(silentMp3(64 * megabyte)));
    expect(await leftOfUploads()).toEqual([]);
  });

  test("is stored as it came, with all of its files, also where it does not say how large it is", async () => {
    const [original, poster] = [await film(), await samplePicture("jpeg")];
    const { status, body } = await post(
      videos,
      form(
        part('name="poster"; filename="heron.jpg"', poster),
        part('name="title"', "Dusk"),
        part('name="original"; filename="dusk.mp4"', original),
      ),
    );
    expect([status, body.poster]).toEqual([201, expect.stringMatching(/\/heron\.jpg$/)]);
    const [video] = await readMediaOfKind("video", [body.id]);
    const { content } = await storedFile(video!.original.key);
    expect(content).toBe(original.toString("latin1"));
    expect(await leftOfUploads()).toEqual([]);
  });

  test("may have the id of an upload in the place of a file, and is taken at the legacy address", async () => {
    const { status, body } = await post(
      "/api/upload_video/",
      form(part('name="original"; filename="dusk.mp4"', await film()), part('name="poster"', "")),
    );
    expect([status, body]).toEqual([201, expect.stringMatching(/^\d+$/)]);
    expect(await leftOfUploads()).toEqual([]);
  });

  test("is asked for where its client wants to be asked", async () => {
    const body = whole(form(part('name="mp3"; filename="a.mp3"', silentMp3(5 * megabyte))));
    const headers = { "content-length": body.length, expect: "100-continue" };
    const { request, answer } = begin(audios, { headers });
    request.flushHeaders();
    await once(request, "continue");
    request.end(body);
    expect((await answer).status).toBe(201);
  });
});

/** Forms with an audio, and whether they are accepted. */
const forms: readonly [string, (audio: Buffer) => readonly Pieces[], number][] = [
  ["a file of no bytes", () => [part('name="mp3"; filename="a.mp3"', "")], 400],
  ["a file that was not chosen", () => [part('name="mp3"; filename=""', "")], 400],
  ["no fields at all", () => [], 400],
  ["a file in a field that takes none", (audio) => [part('name="title"; filename="a.mp3"', audio)], 400],
  ["a file in a field that there is not", (audio) => [part('name="wav"; filename="a.mp3"', audio)], 400],
  [
    "two kinds of files",
    (audio) => [part('name="mp3"; filename="a.mp3"', audio), part('name="oga"; filename="b.oga"', audio)],
    400,
  ],
  ["another name", (audio) => [part('name="mp3"; filename="a.wav"', audio)], 400],
  ["a name with NUL", (audio) => [part('name="mp3"; filename="a\0b.mp3"', audio)], 201],
  ["a name that leads elsewhere", (audio) => [part('name="mp3"; filename="../../../etc/a.mp3"', audio)], 201],
  ["a name of nothing but dots", (audio) => [part('name="mp3"; filename=".."', audio)], 400],
  [
    "a declared type",
    (audio) => [part('name="mp3"; filename="a.mp3"\r\nContent-Type: text/plain', audio)],
    400,
  ],
  [
    "a declared type that is none",
    (audio) => [part('name="mp3"; filename="a.mp3"\r\nContent-Type: \0☃', audio)],
    400,
  ],
  [
    "a text that is too long",
    (audio) => [part('name="title"', "x".repeat(256)), part('name="mp3"; filename="a.mp3"', audio)],
    400,
  ],
  [
    "a sound that is none",
    () => [part('name="mp3"; filename="a.mp3"', Buffer.from(`ID3${"\0".repeat(5_000)}`))],
    422,
  ],
];

describe("a form is answered as if it had fitted", () => {
  test.each(forms)("with %s", async (_, parts, status) => {
    const audio = await sound();
    const small = await postSmall(audios, form(...parts(audio)));
    const before = await kept();
    const big = await post(audios, form(...parts(audio)));
    expect([small.status, big.status]).toEqual([status, status]);
    if (status !== 201) {
      expect(big.body).toEqual(small.body);
      expect(await kept()).toEqual(before);
    }
    expect(await leftOfUploads()).toEqual([]);
  });

  test("while its user uploads something else", async () => {
    const { id } = (await readUserByName("bo"))!;
    await takeUploadLock(id, "somebody", 29);
    const before = await kept();
    const { status, body } = await post(audios, form(part('name="mp3"; filename="a.mp3"', await sound())));
    expect([status, body.code]).toEqual([429, "rate_limited"]);
    expect(await kept()).toEqual(before);
    await dropLock("bo");
  });

  test("before any of it is received, where two come at once", async () => {
    const put = vi.spyOn(await openFiles(), "put");
    const first = begin(audios);
    first.request.write(whole(part('name="mp3"; filename="a.mp3"', silentMp3(megabyte))));
    await expect.poll(() => put).toHaveBeenCalledTimes(1);
    const headers = { "content-length": 64 * megabyte, expect: "100-continue" };
    // Twice, because a refused form must not take the lock from its holder.
    for (let time = 0; time < 2; time++) {
      const second = begin(audios, { headers });
      second.request.flushHeaders();
      expect(await second.answer).toMatchObject({ status: 429, body: { code: "rate_limited" } });
      second.request.destroy();
    }
    expect(put).toHaveBeenCalledTimes(1);
    first.request.end(end);
    expect((await first.answer).status).not.toBe(429);
    expect((await postSmall(audios, form(part('name="mp3"; filename="a.mp3"', "ID3")))).status).not.toBe(429);
  });
});

describe("a caller that the route refuses gets its refusal, and nothing of the form is stored", () => {
  test.each([
    ["nobody", "nobody", 401, "authentication_failed"],
    ["a reader", "ed", 403, "permission_denied"],
    ["a token without the scope", "ada-publish", 403, "insufficient_scope"],
    ["an editor who may add nothing", "di", 403, "no_upload_collection"],
  ])("%s", async (_, as, status, code) => {
    const put = vi.spyOn(await openFiles(), "put");
    const before = await kept();
    const answer = await post(audios, form(part('name="mp3"; filename="a.mp3"', silentMp3(5 * megabyte))), {
      as,
    });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(put).not.toHaveBeenCalled();
    expect(await kept()).toEqual(before);
  });

  test("and need not send it where they ask first", async () => {
    const headers = { "content-length": 64 * megabyte, expect: "100-continue" };
    const { request, answer } = begin(audios, { as: "nobody", headers });
    let isAskedFor = false;
    request.on("continue", () => {
      isAskedFor = true;
    });
    request.flushHeaders();
    expect((await answer).status).toBe(401);
    expect(isAskedFor).toBe(false);
    request.destroy();
  });
});

describe("a form that cannot be read is refused, and nothing is left of it", () => {
  const audioPart = () => part('name="mp3"; filename="a.mp3"', silentMp3(200_000));
  test.each<[string, Pieces, string?]>([
    ["without a boundary in its type", form(audioPart()), "multipart/form-data"],
    ["with another boundary", form(audioPart()), "multipart/form-data; boundary=egret"],
    ["without an end", audioPart()],
    ["of no bytes", [""]],
    ["with a head that is too long", form(audioPart(), part(`name="a"\r\nX: ${"x".repeat(20_000)}`))],
    ["with a head that does not end", [...audioPart(), "--heron\r\nContent-Disposition: form-data;"]],
    ["with too many fields", form(audioPart(), ...Array.from({ length: 101 }, () => part('name="a"')))],
    [
      "with too much text",
      form(audioPart(), part('name="a"', "x".repeat(600_000)), part('name="b"', "x".repeat(600_000))),
    ],
    ["with two files in a field", form(audioPart(), audioPart())],
    ["with two files in a field, one of them empty", form(audioPart(), part('name="mp3"; filename="b.mp3"'))],
    [
      "with two files in a field that takes none",
      form(audioPart(), ...Array.from({ length: 2 }, () => part('name="title"; filename="t.txt"', "x"))),
    ],
    ["with a field's name that is too long", form(audioPart(), part(`name="${"a".repeat(1_001)}"`))],
    [
      "with a file's name that is too long",
      form(part(`name="mp3"; filename="${"a".repeat(1_001)}.mp3"`, "ID3")),
    ],
  ])("%s", async (_, pieces, type) => {
    const before = await kept();
    const { status, body } = await post(audios, pieces, type ? { type } : {});
    expect([status, body]).toEqual([
      400,
      {
        code: "validation_error",
        errors: {
          non_field_errors: [
            { code: "parse_error", message: expect.stringMatching(/^The form could not be read\./) },
          ],
        },
      },
    ]);
    expect(await kept()).toEqual(before);
  });

  test("and the connection is there for the next request", async () => {
    const body = `${whole(form(part('nonsense="a"'))).toString()}${"x".repeat(5 * megabyte)}`;
    const head = ["Host: h", "Authorization: Bearer bo", "Content-Type: multipart/form-data; boundary=heron"];
    const socket = connect(Number(new URL(files.url).port), "127.0.0.1");
    socket.write(rawRequest([`POST ${audios} HTTP/1.1`, ...head, `Content-Length: ${body.length}`], body));
    socket.write(rawRequest(["GET /api/ HTTP/1.1", "Host: h", "Connection: close"]));
    const answers = await text(socket);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400", "HTTP/1.1 200"]);
  });
});

describe("a form beyond the largest files is refused with the way out", () => {
  const refusal = {
    status: 413,
    body: { code: "payload_too_large", detail: expect.stringContaining("POST /api/editor/uploads/") },
  };

  test("before it is sent, where it says so", async () => {
    const headers = { "content-length": maxRecordingBytes.audio() + 2 * megabyte };
    const { request, answer } = begin(audios, { headers });
    request.flushHeaders();
    expect(await answer).toEqual(refusal);
    request.destroy();
  });

  test("as soon as it shows, where it does not, and nothing is left of it", async () => {
    vi.stubEnv("SITE_AUDIO_UPLOAD_MAX_BYTES", "1000000");
    const before = await kept();
    let sentBytes = 0;
    function* endless() {
      yield* part('name="mp3"; filename="a.mp3"', silentMp3(1_000));
      yield* part(
        'name="oga"; filename="a.oga"',
        (function* () {
          for (; ; sentBytes += megabyte) yield Buffer.alloc(megabyte);
        })(),
      );
    }
    const { request, answer } = begin(audios);
    await send(request, endless(), answer);
    expect(await answer).toEqual(refusal);
    expect(sentBytes).toBeLessThan(20 * megabyte);
    expect(await kept()).toEqual(before);
    request.destroy();
  });
});

describe("of a form that breaks off nothing is left", () => {
  /** A client that leaves within a file, after another file was stored. */
  const breakOff = async (
    headers: readonly string[],
    leave: (socket: ReturnType<typeof connect>) => void,
  ) => {
    const before = await kept();
    const socket = connect(Number(new URL(files.url).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    const lines = [
      "Host: h",
      "Authorization: Bearer bo",
      "Content-Type: multipart/form-data; boundary=heron",
    ];
    socket.write(rawRequest([`POST ${videos} HTTP/1.1`, ...lines, ...headers]));
    const pieces = [
      ...part('name="poster"; filename="a.jpg"', await samplePicture("jpeg")),
      '--heron\r\nContent-Disposition: form-data; name="original"; filename="a.mp4"\r\n\r\n',
      ...silentMp3(2 * megabyte),
    ];
    const bytes = whole(pieces);
    const isChunked = headers.some((line) => line.startsWith("Transfer"));
    if (isChunked) socket.write(`${bytes.length.toString(16)}\r\n`);
    socket.write(bytes);
    await expect.poll(leftOfUploads).not.toEqual([]);
    leave(socket);
    await expect.poll(kept, { timeout: 5_000 }).toEqual(before);
    socket.destroy();
  };

  test.each<[string, string, (socket: ReturnType<typeof connect>) => void]>([
    ["when its client goes", "Content-Length: 90000000", (socket) => socket.destroy()],
    [
      "when its client goes, of unknown length",
      "Transfer-Encoding: chunked",
      (socket) => socket.resetAndDestroy(),
    ],
    [
      "when its client says no more than it has announced",
      "Content-Length: 90000000",
      (socket) => socket.end(),
    ],
  ])("%s", (_, header, leave) => breakOff([header], leave));

  test("when the store fails", async () => {
    const before = await kept();
    using captured = captureLog();
    const store = await openFiles();
    const { put } = store;
    vi.spyOn(store, "put").mockImplementationOnce(put).mockRejectedValueOnce(new Error("The disk is full."));
    const { status } = await post(
      videos,
      form(
        part('name="poster"; filename="a.jpg"', await samplePicture("jpeg")),
        part('name="original"; filename="a.mp4"', await film()),
      ),
    );
    const errors = captured.lines.map(({ error }) => error);
    expect([status, errors]).toEqual([500, [expect.stringContaining("The disk is full.")]]);
    expect(await kept()).toEqual(before);
  });
});

test.each(routes.filter(({ body }) => body && fileFields(body).size > 0))(
  "$id says which kinds of files it receives",
  ({ receives }) => expect(receives).not.toEqual([]),
);
