// Proves contract rules: errors-editor, upload-stages, upload-collection, upload-fields, image-checks,
// animations, media-details.

import { beforeAll, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { fileUrl } from "#lib/media/file-key.ts";
import { listImages, uploadImage } from "#lib/routes/editor-media.ts";
import { readEditorImage } from "#lib/routes/editor-media-objects.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { imageView } from "#lib/surfaces/content/media-view.ts";
import { animatedFormats, sampleAnimation } from "#test/support/animations.ts";
import { call } from "#test/support/call.ts";
import { storedFile, storedFileKeys, useFiles } from "#test/support/files.ts";
import { type FormFields, formFile, multipart, problemsIn } from "#test/support/form.ts";
import { pngTexts, pngWith } from "#test/support/image-bombs.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { everythingStored } from "#test/support/stored.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

let heron: File;

/** `al` may add images below the root and choose none, `mi` may do both in two collections. */
beforeAll(async () => {
  heron = formFile("heron.jpg", await samplePicture("jpeg", { width: 1_200, height: 800 }), "image/jpeg");
  const both = { images: ["add", "choose"] };
  await applyManifest({
    version: 1,
    collections: [{ path: "Root/Open" }],
    groups: [
      { name: "Adders", admin_access: true, collections: [{ collection: "Root", images: ["add"] }] },
      {
        name: "Both",
        admin_access: true,
        collections: ["Root/Shows", "Root/Open"].map((collection) => ({ collection, ...both })),
      },
    ],
    users: [
      { username: "al", groups: ["Adders"] },
      { username: "mi", groups: ["Both"] },
    ],
    tokens: ["al", "mi"].map((name) => ({ name, user: name, secret: name })),
  });
});

const upload = async (fields: FormFields, as = "bo") =>
  call(uploadImage, { as, ...(await multipart(fields)) });

/** The problems of a refused upload, which leaves nothing. */
const refusal = async (fields: FormFields, as?: string) => {
  const before = await everythingStored();
  const answer = await upload(fields, as);
  expect(await everythingStored()).toEqual(before);
  return answer;
};

describe("an image that is uploaded", () => {
  test("is answered as the editor's image object, and listed at once", async () => {
    const { status, body } = await upload({ title: " A heron ", file: heron, tags: 'water, "grey, old"' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        type: "images.Image",
        title: "A heron",
        file: expect.stringMatching(new RegExp(`^/media/images/${body.id}/[0-9a-f]{12}/heron.jpg$`)),
        width: 1_200,
        height: 800,
        collection: { id: world.shows, name: "Shows" },
        tags: ["grey, old", "water"],
        edit_url: `/cms/images/${body.id}/edit/`,
      },
    ]);
    const listed = await call(listImages, { as: "bo" });
    expect(listed.body.results[0]).toEqual(body);
  });

  test("belongs to its uploader, with its renditions and its description", async () => {
    const { body } = await upload({ title: "A heron", file: heron, description: "At the mill." });
    const [image] = await readMediaOfKind("image", [body.id]);
    expect(image).toMatchObject({
      ownerId: (await readUserByName("bo"))!.id,
      description: "At the mill.",
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      cover: { width: 512, height: 341 },
      display: { width: 1_200, height: 800 },
    });
    expect(await storedFile(image!.file.key)).toMatchObject({ contentType: "image/jpeg" });
  });

  test.each(["avif", "gif", "jpeg", "png", "webp"] as const)("may be a %s", async (format) => {
    const file = formFile(`heron.${format}`, await samplePicture(format), "text/plain");
    const { status, body } = await upload({ title: format, file });
    expect([status, body.width, body.height]).toEqual([201, 60, 40]);
  });

  test.each(animatedFormats)("says that it is an animation, in %s", async (format) => {
    const file = formFile(`run.${format}`, await sampleAnimation(format), `image/${format}`);
    const { body } = await upload({ title: format, file });
    const read = await call(readEditorImage, { as: "bo", params: { id: body.id } });
    expect([read.status, read.body.animated]).toEqual([200, true]);
    const [, shown] = read.body.renditions;
    expect(shown).toMatchObject({
      width: 60,
      height: 40,
      url: expect.stringMatching(`run-display.${format}$`),
    });
    const [image] = await readMediaOfKind("image", [body.id]);
    expect(imageView(image!, fileUrl)).toMatchObject({ mime_type: `image/${format}`, animated: true });
    expect(await storedFile(image!.display.key)).toMatchObject({ contentType: `image/${format}` });
  });

  test("says nothing of the kind of a still picture", async () => {
    const { body } = await upload({ title: "A heron", file: heron });
    const read = await call(readEditorImage, { as: "bo", params: { id: body.id } });
    expect(read.status).toBe(200);
    expect(read.body).not.toHaveProperty("animated");
  });

  test("is stored without the place where it was taken", async () => {
    const file = formFile("heron.jpg", await samplePicture("jpeg", { located: true }));
    const { body } = await upload({ title: "A heron", file });
    const { content } = await storedFile(body.file.replace("/media/", ""));
    expect(content).not.toContain("51,30");
  });

  test.each([
    ["../../etc/passwd.png", "passwd.png"],
    ["C:\\marsh\\a heron.PNG", "a-heron.PNG"],
    ["\0.png", "file.png"],
    [`${"x".repeat(1_000)}.png`, `${"x".repeat(80)}.png`],
    ["鷺.png", "file.png"],
    ["..png", "file.png"],
  ])("as %j is stored under a plain name", async (name, stored) => {
    const { status, body } = await upload({
      title: "A heron",
      file: formFile(name, await samplePicture("png")),
    });
    expect([status, body.file?.replace(/.*\//, "")]).toEqual([201, stored]);
  });

  test("may have more fields than those, which mean nothing", async () => {
    const { status } = await upload({
      title: "A heron",
      file: heron,
      focal_point_x: "3",
      "file.name": "x",
      a: heron,
    });
    expect(status).toBe(201);
  });

  test("of many at once is stored as often", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => upload({ title: "A heron", file: heron })));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(8);
  });
});

describe("the collection of an image", () => {
  test("is the wanted one, or below it", async () => {
    const { body } = await upload({ title: "A heron", file: heron, collection: String(world.shows) }, "mi");
    expect(body.collection).toEqual({ id: world.shows, name: "Shows" });
  });

  test.each<[string, string, FormFields]>([
    ["none that the caller may use", "di", {}],
    ["none where the caller may add and choose", "al", {}],
    ["none for an empty one", "di", { collection: "" }],
  ])("is refused where there is %s, before anything else is looked at", async (_, as, fields) => {
    const { status, body } = await refusal(fields, as);
    expect([status, body]).toEqual([
      403,
      { code: "no_upload_collection", detail: expect.stringContaining("collection") },
    ]);
  });

  test.each<[string, string]>([
    ["", "ambiguous"],
    [" ", "ambiguous"],
    ["x", "invalid"],
    ["1.5", "invalid"],
    ["0", "invalid"],
    ["-1", "invalid"],
    ["1e3", "invalid"],
    ["999999", "collection_permission_denied"],
    ["99999999999999999999999", "collection_permission_denied"],
    ["1", "collection_permission_denied"],
  ])("is refused as %j: %s, before the other fields", async (collection, code) => {
    const { status, body } = await refusal({ collection }, "mi");
    expect([status, body.code, problemsIn({ body } as never)]).toEqual([
      400,
      "validation_error",
      [`collection/${code}`],
    ]);
  });
});

describe("an image is refused", () => {
  const truncated = async () => (await samplePicture("png", { width: 500, height: 500 })).subarray(0, 200);

  test.each<[string, () => Promise<FormFields>, readonly string[]]>([
    ["without anything", async () => ({}), ["title/required", "file/required"]],
    ["with a blank title", async () => ({ title: "  ", file: heron }), ["title/required"]],
    ["with too long a title", async () => ({ title: "x".repeat(256), file: heron }), ["title/max_length"]],
    [
      "with a null character",
      async () => ({ title: "a\0b", file: heron }),
      ["title/null_characters_not_allowed"],
    ],
    ["with a file for a title", async () => ({ title: heron, file: heron }), ["title/invalid"]],
    ["with a text for a file", async () => ({ title: "x", file: "heron.jpg" }), ["file/required"]],
    [
      "with texts that are large once they are inflated",
      async () => ({ title: "x", file: formFile("a.png", await pngWith(pngTexts.zTXt(2))) }),
      ["file/file_too_large"],
    ],
    [
      "with everything wrong at once",
      async () => ({
        title: "",
        description: "x".repeat(256),
        tags: "x".repeat(101),
        file: formFile("a.png", ""),
      }),
      ["title/required", "description/max_length", "tags/invalid", "file/empty"],
    ],
    ["as a text", async () => ({ title: "x", file: formFile("a.png", "a heron") }), ["file/invalid_image"]],
    [
      "as SVG",
      async () => ({ title: "x", file: formFile("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>") }),
      ["file/invalid_image"],
    ],
    [
      "when it breaks off",
      async () => ({ title: "x", file: formFile("a.png", await truncated()) }),
      ["file/invalid_image"],
    ],
    [
      "with another extension",
      async () => ({ title: "x", file: formFile("a.bmp", await samplePicture("png")) }),
      ["file/invalid_image_extension"],
    ],
    [
      "with the extension of another format",
      async () => ({ title: "x", file: formFile("a.jpg", await samplePicture("png")) }),
      ["file/invalid_image_known_format"],
    ],
  ])("%s, with all that is wrong, and leaves nothing", async (_, fields, expected) => {
    const answer = await refusal(await fields());
    expect([answer.status, answer.body.code, problemsIn(answer)]).toEqual([
      400,
      "validation_error",
      expected,
    ]);
  });

  test("in JSON, and in what is no form at all", async () => {
    const json = await call(uploadImage, { as: "bo", body: { title: "A heron" } });
    expect([json.status, json.body.code]).toEqual([415, "unsupported_media_type"]);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const broken = await call(uploadImage, { as: "bo", headers, body: "--x\r\nContent-Disposition: form-d" });
    expect([broken.status, problemsIn(broken)]).toEqual([400, ["non_field_errors/parse_error"]]);
  });

  test("in a form of another type for its file, since there can be none", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await call(uploadImage, { as: "bo", headers, body: "title=A+heron&file=a.jpg" });
    expect(problemsIn(answer)).toEqual(["file/required"]);
  });
});

test("the files of images are all that is stored", async () => {
  expect((await storedFileKeys()).filter((key) => !key.startsWith("images/"))).toEqual([]);
});
