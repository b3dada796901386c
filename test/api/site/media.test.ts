// Proves contract rules: file-access.

import { generateKeyPairSync, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { startedSession } from "#lib/access/sessions.ts";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { clock } from "#lib/clock.ts";
import { verifySignedUrl } from "#lib/files/signature.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { MediaFile, PictureFile } from "#lib/media/media.ts";
import { stampOfPassword } from "#lib/pages/restriction.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Method, Route } from "#lib/routes/route.ts";
import { readMediaFile } from "#lib/routes/site-media.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { putSession } from "#lib/store/write-credentials.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { copyingCache } from "#test/support/copying-cache.ts";
import { useFilesOnDisk } from "#test/support/files.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
useFilesOnDisk();

const signing = { address: "http://files.example/_files", signingKey: Buffer.alloc(32) };
let collections: Readonly<Record<string, number>>;

beforeAll(async () => {
  process.env.FILES_ADDRESS = signing.address;
  const { ids } = await applyManifest({
    version: 1,
    groups: [{ name: "Readers" }],
    collections: [
      { path: "Root/Open" },
      { path: "Root/Users", restriction: { type: "login" } },
      { path: "Root/Users/Below" },
      { path: "Root/Readers", restriction: { type: "groups", groups: ["Readers"] } },
      { path: "Root/Users/Readers", restriction: { type: "groups", groups: ["Readers"] } },
      { path: "Root/Secret", restriction: { type: "password", password: "sesame" } },
      { path: "Root/Secret/Below" },
    ],
  });
  collections = ids.collections;
});

/** Requests a file by its exact key. */
const ask = (
  key: string,
  options: { as?: string; headers?: Record<string, string>; query?: Record<string, string> } = {},
) => call(readMediaFile as Route<"key">, { ...options, params: { key } });

const file = (key: string, contentType = "image/jpeg"): PictureFile => ({
  ...{ key, contentType, sizeBytes: 3, width: 1, height: 1 },
});

let images = 0;

/** An image in a collection, with keys of its own. */
const imageIn = async (collection = "Root/Open") => {
  const id = ++images + 100;
  const at = (name: string) => file(`images/${id}/0123456789ab/${name}`);
  return makeImage(
    { collectionId: collections[collection]!, file: at("a.jpg"), cover: at("b.webp"), display: at("c.webp") },
    id,
  );
};

const permitOf = ({ headers }: RouteAnswer, method = "GET") =>
  verifySignedUrl(method, headers.location ?? "", signing);

describe("a media file", () => {
  test("redirects to an address that is valid for hours, longer than the redirect is cached", async () => {
    const { file } = await imageIn();
    const answer = await ask(file.key);
    expect(answer.status).toBe(302);
    const [, keptFor] = /^public, max-age=(\d+), s-maxage=300$/.exec(answer.headers["cache-control"]!)!;
    const permit = permitOf(answer);
    expect(permit).toMatchObject({
      key: file.key,
      contentType: "image/jpeg",
      contentDisposition: "inline",
      cacheControl: "public, max-age=31536000, s-maxage=300, immutable",
    });
    const leftAtLast = permit!.expiresAt - Date.now() / 1_000 - Number(keptFor);
    expect(Math.abs(leftAtLast - 12 * 3_600)).toBeLessThan(60);
  });

  test("is there whatever format is asked for", async () => {
    const { file } = await imageIn();
    expect((await ask(file.key, { query: { format: "original" } })).status).toBe(302);
  });

  test("may be each that the object has, renditions and transcripts included", async () => {
    const image = await imageIn();
    const mp3: MediaFile = { ...file("audios/7/0123456789ab/one.mp3"), contentType: "audio/mpeg" };
    const transcript = file("audios/7/ba9876543210/one.json", "application/json");
    await makeAudio({ files: { mp3 }, transcript }, 7);
    const clip = (name: string, contentType: string) => file(`videos/8/0123456789ab/${name}`, contentType);
    const [original, poster] = [clip("clip.mp4", "video/mp4"), clip("clip.jpg", "image/jpeg")];
    await makeVideo({ original, poster, posterThumbnail: null }, 8);
    const files = [image.file, image.cover, image.display, mp3, transcript, original, poster];
    for (const { key } of files) expect([key, (await ask(key)).status]).toEqual([key, 302]);
  });

  test.each([
    ["image/png", "inline"],
    ["audio/mpeg", "inline"],
    ["video/mp4", "inline"],
    ["image/svg+xml", "attachment"],
    ["IMAGE/SVG+XML", "attachment"],
    ["image/svg", "inline"],
    ["text/html", "attachment"],
    ["text/html; image/png", "attachment"],
    ["image/png, text/html", "attachment"],
    ["application/json", "attachment"],
    ["application/octet-stream", "attachment"],
    ["", "attachment"],
  ])("of type %j goes out as %s", async (contentType, disposition) => {
    const key = `images/50/0123456789ab/${contentType.replace(/\W/g, "")}-a`;
    const picture = file(key, contentType);
    const id = ++images + 100;
    const moved = { ...picture, key: key.replace("/50/", `/${id}/`) };
    await makeImage({ file: moved, cover: moved, display: moved }, id);
    expect(permitOf(await ask(moved.key))).toMatchObject({ contentType, contentDisposition: disposition });
  });

  test("is at another address for those who ask for its headers only", async () => {
    const { file } = await imageIn();
    const head = { ...readMediaFile, method: "HEAD" as Method } as Route<"key">;
    const answer = await call(head, { params: { key: file.key } });
    expect(permitOf(answer, "HEAD")?.key).toBe(file.key);
    expect(permitOf(answer)).toBeUndefined();
  });

  test("costs one request to the table where nobody is signed in", async () => {
    const { file } = await imageIn();
    await ask(file.key);
    expect(await costOf(() => ask(file.key))).toMatchObject({ requests: 1, writeUnits: 0 });
  });

  test("is gone with its object, at once", async () => {
    const image = await imageIn();
    expect((await ask(image.file.key)).status).toBe(302);
    await deleteMedia("image", image.id);
    expect((await ask(image.file.key)).status).toBe(404);
  });

  test("takes no other method than GET and HEAD", async () => {
    const { file } = await imageIn();
    for (const method of ["PUT", "POST", "DELETE"] as Method[]) {
      const answer = await call({ ...fallback, method, path: `/media/${file.key}` } as Route);
      expect([answer.status, answer.body, answer.headers.allow]).toEqual([
        405,
        { detail: `Method "${method}" not allowed.` },
        "GET, HEAD, OPTIONS",
      ]);
    }
  });
});

describe("no media file is at", () => {
  test.each<[string, (key: string, id: number) => string]>([
    ["another digest", (key) => key.replace("0123456789ab", "0123456789ac")],
    ["another name", (key) => key.replace("a.jpg", "z.jpg")],
    ["another kind of the same id", (key) => key.replace("images/", "audios/")],
    ["the id of no object", (key, id) => key.replace(`/${id}/`, "/99999999/")],
    ["an id that is too large", (key, id) => key.replace(`/${id}/`, "/9007199254740993/")],
    ["an id with zeros in front", (key, id) => key.replace(`/${id}/`, `/0${id}/`)],
    ["an unknown kind", (key) => key.replace("images/", "texts/")],
    ["a folder", (key) => key.replace("/a.jpg", "")],
    ["a longer path", (key) => `${key}/more`],
    ["a path with empty parts", (key) => key.replace("/a.jpg", "//a.jpg")],
    ["a way out", (key) => `${key}/../../../../uploads/x`],
    ["upper case", (key) => key.toUpperCase()],
    ["nothing", () => ""],
  ])("%s", async (_, change) => {
    const { file, id } = await imageIn();
    const answer = await ask(change(file.key, id));
    expect([answer.status, answer.body]).toEqual([404, { detail: "Not found." }]);
  });
});

describe("a media file in a restricted collection", () => {
  const everybody = ["nobody in particular", "di", "ed", "su"] as const;

  /** `ed` is a reader, `di` is not, `su` is a superuser. */
  test.each<[string, ...outcomes: [number, number, number, number]]>([
    ["Root/Open", 302, 302, 302, 302],
    ["Root/Users", 404, 302, 302, 302],
    ["Root/Users/Below", 404, 302, 302, 302],
    ["Root/Readers", 404, 404, 302, 302],
    ["Root/Users/Readers", 404, 404, 302, 302],
    ["Root/Secret", 403, 403, 403, 403],
    ["Root/Secret/Below", 403, 403, 403, 403],
  ])("%s is for those who pass all restrictions above it", async (collection, ...expected) => {
    const { file } = await imageIn(collection);
    const asked = everybody.map((name) => ask(file.key, name === "nobody in particular" ? {} : { as: name }));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(expected);
  });

  test("is kept by nobody, and its address is good for no more than an hour", async () => {
    const { file } = await imageIn("Root/Users");
    const answer = await ask(file.key, { as: "di" });
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    const permit = permitOf(answer);
    expect(permit?.cacheControl).toBe("private, no-store");
    expect(permit!.expiresAt - Date.now() / 1000).toBeLessThanOrEqual(3_600);
  });

  test("looks to those who may not view it as if there were none", async () => {
    const { file } = await imageIn("Root/Readers");
    const [hidden, missing] = [await ask(file.key), await ask(file.key.replace("a.jpg", "z.jpg"))];
    expect(hidden).toEqual(missing);
    expect(hidden.headers["cache-control"]).toBe("no-cache");
  });

  test("can be read with a browser's session, but not by a password that was entered for another object", async () => {
    const user = (await readUserByName("ed"))!;
    const { secret, session } = startedSession(user);
    const passed = [stampOfPassword(await hashPassword("of something else"))];
    await commitDecision(async () => ({
      writes: [putSession(hashOfSecret(secret), { ...session, passed })],
      value: undefined,
    }));
    const headers = { cookie: `sessionid=${secret}` };
    expect((await ask((await imageIn("Root/Readers")).file.key, { headers })).status).toBe(302);
    expect((await ask((await imageIn("Root/Secret")).file.key, { headers })).status).toBe(403);
  });

  test("is closed as soon as the restriction is set", async () => {
    const { file } = await imageIn("Root/Open");
    expect((await ask(file.key)).status).toBe(302);
    const restriction = { type: "login" };
    await applyManifest({ version: 1, collections: [{ path: "Root/Open", restriction }] });
    expect((await ask(file.key)).status).toBe(404);
    await applyManifest({ version: 1, collections: [{ path: "Root/Open" }] });
    expect((await ask(file.key)).status).toBe(302);
  });

  test("is for nobody where the collection is unknown", async () => {
    const id = ++images + 100;
    const lost = file(`images/${id}/0123456789ab/a.jpg`);
    await makeImage({ collectionId: 999_999, file: lost }, id);
    expect((await ask(lost.key, { as: "su" })).status).toBe(404);
  });
});

describe("on AWS, the address of a media file", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const origin = "https://site.example";

  /** Answers like AWS's store of parameters, in turn with these statuses. */
  const useParameters = async (parameter: string, ...statuses: readonly number[]) => {
    const asked: unknown[] = [];
    const server = createServer(async (request, response) => {
      const { Name, WithDecryption } = (await json(request)) as Record<string, unknown>;
      asked.push([request.headers["x-amz-target"], Name, WithDecryption]);
      const status = statuses[asked.length - 1] ?? 200;
      const found = { Parameter: { Name, Value: privateKey } };
      response.writeHead(status, { "content-type": "application/x-amz-json-1.1" });
      response.end(JSON.stringify(status === 200 ? found : { __type: "InternalServerError" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close();
      vi.unstubAllEnvs();
    });
    vi.stubEnv("AWS_ENDPOINT_URL_SSM", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    vi.stubEnv("AWS_ACCESS_KEY_ID", "id");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
    vi.stubEnv("AWS_REGION", "eu-central-1");
    vi.stubEnv("DOWNLOAD_KEY_ID", "K2");
    vi.stubEnv("DOWNLOAD_KEY_PARAMETER", parameter);
    return asked;
  };

  const askAs = (key: string, as?: string) =>
    ask(key, { headers: { host: "site.example" }, ...(as && { as }) });

  /** As CloudFront checks an address: what is signed is the address without the three last parameters. */
  const expectSigned = (location: string) => {
    const { pathname, searchParams } = new URL(location, origin);
    const [resource = ""] = `${origin}${location}`.split(/[?&]Expires=/);
    const expires = Number(searchParams.get("Expires"));
    const Condition = { DateLessThan: { "AWS:EpochTime": expires } };
    const policy = JSON.stringify({ Statement: [{ Resource: resource, Condition }] });
    const signature = (searchParams.get("Signature") ?? "").replace(
      /[-_~]/g,
      (sign) => ({ "-": "+", _: "=", "~": "/" })[sign]!,
    );
    expect(verify("RSA-SHA1", Buffer.from(policy), publicKey, Buffer.from(signature, "base64"))).toBe(true);
    expect(searchParams.get("Key-Pair-Id")).toBe("K2");
    return { pathname, searchParams, expiresIn: expires - Date.now() / 1_000 };
  };

  test("is one of the site, signed for CloudFront, which says what S3 is to send", async () => {
    const asked = await useParameters("/lectern/one");
    const { file } = await imageIn();
    const { status, headers } = await askAs(file.key);
    expect([status, headers["cache-control"]]).toEqual([
      302,
      expect.stringMatching(/^public, max-age=\d+, s-maxage=300$/),
    ]);
    const { pathname, searchParams, expiresIn } = expectSigned(headers.location!);
    expect(pathname).toBe(`/_files/public/${file.key}`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      "response-content-type": "image/jpeg",
      "response-content-disposition": "inline",
      "response-cache-control": "public, max-age=31536000, immutable",
    });
    expect(expiresIn).toBeGreaterThan(12 * 3_600 - 60);
    expect(asked).toEqual([["AmazonSSM.GetParameter", "/lectern/one", true]]);
  });

  test("is the same each time, so that browsers find their copy, and its key is read once", async () => {
    const asked = await useParameters("/lectern/two");
    vi.spyOn(clock, "nowMs").mockReturnValue(Date.UTC(2026, 0, 1, 1));
    const { file } = await imageIn();
    const [first, second] = [await askAs(file.key), await askAs(file.key)];
    vi.spyOn(clock, "nowMs").mockReturnValue(Date.UTC(2026, 0, 1, 11, 59));
    const third = await askAs(file.key);
    vi.spyOn(clock, "nowMs").mockReturnValue(Date.UTC(2026, 0, 1, 12));
    const fourth = await askAs(file.key);
    vi.restoreAllMocks();
    expect([second, third].map(({ headers }) => headers.location)).toEqual(
      [first, first].map(({ headers }) => headers.location),
    );
    expect(fourth.headers.location).not.toBe(first.headers.location);
    expect(asked).toHaveLength(1);
  });

  test("is asked for once in five minutes, however many strangers look; a restricted one each time", async () => {
    const asked = await useParameters("/lectern/five");
    vi.spyOn(clock, "nowMs").mockReturnValue(Date.UTC(2026, 0, 1, 1));
    const files = [await imageIn(), await imageIn(), await imageIn(), await imageIn()];
    const cache = copyingCache((key, { as } = {}) => askAs(key, as));
    for (let views = 0; views < 250; views++) for (const { file } of files) await cache.ask(file.key);
    expect([cache.passedOn, asked.length]).toEqual([4, 1]);
    const restricted = await imageIn("Root/Users");
    await cache.ask(restricted.file.key, { as: "di" });
    await cache.ask(restricted.file.key, { as: "di" });
    expect(cache.passedOn).toBe(6);
    vi.spyOn(clock, "nowMs").mockReturnValue(Date.UTC(2026, 0, 1, 1, 5));
    await cache.ask(files[0]!.file.key);
    vi.restoreAllMocks();
    expect(cache.passedOn).toBe(7);
  });

  test("is of another kind for a restricted file, ends within the hour, and lets nobody keep it", async () => {
    await useParameters("/lectern/three");
    const { file } = await imageIn("Root/Users");
    const { headers } = await askAs(file.key, "di");
    expect(headers["cache-control"]).toBe("private, no-store");
    const { pathname, searchParams, expiresIn } = expectSigned(headers.location!);
    expect(pathname).toBe(`/_files/restricted/${file.key}`);
    expect(searchParams.get("response-cache-control")).toBe("private, no-store");
    expect(expiresIn).toBeLessThanOrEqual(3_600);
  });

  test("waits for a store of keys that fails: 503, and the next request asks again", async () => {
    const asked = await useParameters("/lectern/four", 500, 500, 500);
    const { file } = await imageIn();
    using log = captureLog();
    expect((await askAs(file.key)).status).toBe(503);
    expect(log.lines).toHaveLength(1);
    expect((await askAs(file.key)).status).toBe(302);
    expect(asked).toHaveLength(4);
  });
});
