// Proves contract rules: file-access.

import { beforeAll, describe, expect, test, vi } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { startedSession } from "#lib/access/started-session.ts";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { verifySignedUrl } from "#lib/files/signature.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { MediaFile, PictureFile } from "#lib/media/media.ts";
import { stampOfPassword } from "#lib/pages/restriction.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Method, Route } from "#lib/routes/route.ts";
import { readMediaFile } from "#lib/routes/site-media.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/users.ts";
import { putSession } from "#lib/store/write-credentials.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
useFiles();

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
    expect(answer.headers["cache-control"]).toBe("public, max-age=300");
    const permit = permitOf(answer);
    expect(permit).toMatchObject({
      key: file.key,
      contentType: "image/jpeg",
      contentDisposition: "inline",
      cacheControl: "public, max-age=31536000, s-maxage=300, immutable",
    });
    expect(permit!.expiresAt - Date.now() / 1000).toBeGreaterThan(2 * 3_600);
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

test("on AWS, a file's redirect stays on the site, with all that S3 has signed", async () => {
  vi.stubEnv("FILES_FOLDER", "");
  vi.stubEnv("FILES_PATH", "/_files");
  vi.stubEnv("BUCKET_NAME", "notes");
  vi.stubEnv("AWS_REGION", "eu-central-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  const image = await imageIn();
  const { status, headers } = await ask(image.file.key);
  vi.unstubAllEnvs();
  expect(status).toBe(302);
  const { origin, pathname, searchParams } = new URL(headers.location!, "https://site.example");
  expect([origin, pathname]).toEqual(["https://site.example", `/_files/${image.file.key}`]);
  expect(searchParams.get("X-Amz-SignedHeaders")).toBe("host");
  expect(searchParams.get("X-Amz-Signature")).toMatch(/^[0-9a-f]{64}$/);
  expect(searchParams.get("response-content-type")).toBe("image/jpeg");
});
