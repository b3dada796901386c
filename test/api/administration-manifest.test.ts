// Proves contract rules: applied-manifests.

import { describe, expect, test } from "vitest";
import { applyManifestPart } from "#lib/routes/administration-manifest.ts";
import { call } from "#test/support/call.ts";
import { sessionHeadersOf } from "#test/support/session.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const apply = (body: object | string) =>
  call(applyManifestPart, {
    ...{ as: "su", body: body as never },
    headers: { "content-type": "application/json" },
  });

const site = (more: object = {}) => ({ manifest: { version: 1, ...more } });

const picture = (more: object = {}) =>
  site({ images: [{ key: "applied", title: "Applied", file: "a.png" }], ...more });

const content = {
  size: 1_000,
  sha256: "0".repeat(64),
  parts_sha256: "1".repeat(64),
  first_bytes: "89504e470d0a1a0a",
};

/** As text, because writing such a value would exhaust the stack, too. */
const nested = (depth: number): string =>
  `{"manifest": {"version": 1, "pages": ${'[{"children": '.repeat(depth)}[]${"}]".repeat(depth)}}}`;

describe("applied-manifests", () => {
  test.each<[string, object | string, string, string]>([
    ["no map", { manifest: null }, "", "expected a map"],
    ["a list", { manifest: [] }, "", "expected a map"],
    ["an unknown key", site({ sight: {} }), "sight", "unknown key"],
    ["a prototype", JSON.parse('{"manifest": {"version": 1, "__proto__": {}}}'), "__proto__", "unknown key"],
    ["20,000 maps in one another", nested(20_000), "pages.0.children.0", "nested more than"],
    ["a file of which nothing is said", picture(), "images.0.file", "a.png: the request does not describe"],
    [
      "a file that the client cannot read",
      { ...picture(), files: [{ path: "a.png", problem: "there is no such file" }] },
      "images.0.file",
      "a.png: there is no such file",
    ],
    [
      "a picture that is too large",
      { ...picture(), files: [{ path: "a.png", content: { ...content, size: 10_485_761 } }] },
      "images.0.file",
      "a.png: The image has more than 10485760 bytes.",
    ],
    [
      "a recording that begins as none does",
      {
        ...site({ audios: [{ key: "applied", mp3: "a.mp3" }] }),
        files: [{ path: "a.mp3", content }],
      },
      "audios.0.mp3",
      "a.mp3: The file's content is of another format than its name.",
    ],
  ])("%s is a problem at its place", async (_name, body, path, message) => {
    const { status, body: part } = await apply(body);
    expect(status).toBe(200);
    expect(part).toMatchObject({ state: "invalid", missing: [], created: [], outcome: null });
    const places = part.problems.map((problem: { path: object[] }) => problem.path.join("."));
    expect(places).toContain(path);
    expect(JSON.stringify(part.problems)).toContain(message);
  });

  test.each<[string, object, string]>([
    ["a body without a manifest", {}, "manifest"],
    ["another way to prune", { ...site(), prune: "some" }, "prune"],
    [
      "a checksum of another kind",
      { ...site(), files: [{ path: "a", content: { ...content, sha256: "1" } }] },
      "files",
    ],
    ["a finding of somebody else", { ...site(), found: ['{"path": "a"}'] }, "found.0"],
    ["a finding that is no JSON", { ...site(), found: ["{"] }, "found.0"],
  ])("%s is refused", async (_name, body, field) => {
    const answer = await apply(body);
    expect([answer.status, answer.body.code]).toEqual([400, "validation_error"]);
    expect(Object.keys(answer.body.errors)[0]).toMatch(new RegExp(`^${field}`));
  });

  test("files are asked for that no upload of the caller is, large ones once nothing is wrong", async () => {
    const both = {
      images: [{ key: "applied", title: "Applied", file: "a.png" }],
      videos: [{ key: "applied", title: "Applied", original: "a.mp4" }],
    };
    const film = { ...content, first_bytes: "000000206674797069736f6d", upload: 987_654 };
    const files = [
      { path: "a.png", content },
      { path: "a.mp4", content: film },
    ];
    expect((await apply({ ...site(both), files })).body).toMatchObject({
      state: "files",
      missing: ["a.png", "a.mp4"],
    });
    expect((await apply({ ...site({ ...both, sight: {} }), files })).body).toMatchObject({
      state: "files",
      missing: ["a.png"],
      problems: [{ path: ["sight"] }],
    });
  });

  test("a session applies, too, and a dry run writes nothing", async () => {
    const categories = [{ slug: "applied", name: "Applied" }];
    const inSession = { headers: await sessionHeadersOf("su") };
    const applied = (more: object) =>
      call(applyManifestPart, { ...inSession, body: { ...site({ categories }), ...more } as never });
    for (const dry_run of [true, true, false])
      expect((await applied({ dry_run })).body).toMatchObject({
        ...{ state: "complete", created: ["category applied"], updated: [], removed: [] },
        outcome: { unchanged: [], kept: null },
      });
    expect((await applied({})).body).toMatchObject({
      ...{ state: "complete", created: [] },
      outcome: { unchanged: ["category applied"], ids: { categories: { applied: expect.any(Number) } } },
    });
  });
});
