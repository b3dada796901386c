// Proves contract rules: dry-runs, reports.

import { beforeAll, describe, expect, test } from "vitest";
import { trialIn } from "#lib/http/trial.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { restoreFromBin } from "#lib/routes/editor-bin.ts";
import {
  createEpisode,
  createPost,
  createStandalonePage,
  publishEpisode,
  publishPost,
  updatePost,
} from "#lib/routes/editor-posts.ts";
import {
  deletePost,
  lockPost,
  restorePostRevision,
  schedulePost,
  unpublishPost,
} from "#lib/routes/editor-state.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { type CallOptions, call } from "#test/support/call.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { makeAudio, makeImage } from "#test/support/media.ts";
import { commandsOf } from "#test/support/metering.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

const newPost = (fields: object = {}) => ({
  ...{ parent: { id: world.notes }, title: freshSlug(), overview: [], tags: [freshSlug()] },
  ...fields,
});

const dry = (route: Route<"id">, options: CallOptions<"id"> = {}) =>
  call(route, { as: "ada", query: "dry_run=true", ...options });

let draft: { id: number; latest_revision_id: number };
let live: { id: number };
let episode: { id: number };

let binned: { id: number };
let changed: { id: number; latest_revision_id: number; previous_revision_id: number };

beforeAll(async () => {
  binned = await createDraft(world.notes);
  await call(deletePost, { as: "ada", params: { id: binned.id } });
  const { id, latest_revision_id } = await createDraft(world.notes);
  const change = { base_revision_id: latest_revision_id, title: "Changed" };
  changed = (await call(updatePost, { as: "ada", params: { id }, body: change })).body;
  draft = await createDraft(world.notes);
  live = await createLivePost(world.notes);
  const podcast_audio = { id: (await makeAudio()).id };
  const body = newPost({ parent: { id: world.calls }, podcast_audio });
  episode = (await call(createEpisode, { as: "ada", body })).body;
});

describe("a dry run", () => {
  test("says what would be answered, without the ids of what does not exist yet", async () => {
    const body = newPost({ title: "Low water", slug: "low-water" });
    const { status, body: answer } = await dry(createPost, { body });
    expect([status, answer]).toMatchObject([
      200,
      {
        dry_run: true,
        status: 201,
        answer: {
          ...{ id: null, latest_revision_id: null, previous_revision_id: null, title: "Low water" },
          ...{ edit_url: null, preview_url: null, api_url: null, slug: "low-water", live: false },
        },
        report: { removed: [], truncated: false, ignored: [], warnings: [] },
      },
    ]);
    expect((await call(createPost, { as: "ada", body })).status).toBe(201);
  });

  test("of a publication has its public address and the ids that exist", async () => {
    const { body } = await dry(publishPost, { params: { id: draft.id } });
    expect(body).toMatchObject({
      status: 200,
      answer: { id: draft.id, live: true, published_revision_id: draft.latest_revision_id },
    });
    expect(body.answer.public_url).toMatch(/^\/notes\/post-\d+\/$/);
  });

  test("writes nothing, whatever it is of: no item, counter, tag, receipt or file", async () => {
    const change = { base_revision_id: draft.latest_revision_id, title: "New", tags: ["never-seen"] };
    const runs: readonly [Route<"id">, CallOptions<"id">][] = [
      [createPost, { body: newPost() }],
      [createEpisode, { body: newPost({ parent: { id: world.calls } }) }],
      [createStandalonePage, { body: newPost({ parent: { id: world.home } }) }],
      [updatePost, { params: { id: draft.id }, body: change }],
      [publishPost, { params: { id: draft.id } }],
      [publishEpisode, { params: { id: episode.id } }],
      [unpublishPost, { params: { id: live.id } }],
      [deletePost, { params: { id: live.id } }],
      [restoreFromBin, { params: { id: binned.id } }],
      [
        restorePostRevision,
        {
          params: { id: changed.id, revision: changed.previous_revision_id },
          body: { base_revision_id: changed.latest_revision_id },
        },
      ],
      [schedulePost, { params: { id: draft.id }, body: { publish_at: "2090-01-01T00:00:00Z" } }],
    ] as never;
    const before = [await wholeTable(), await storedFileKeys()];
    for (const [route, options] of runs) {
      const headers = { "idempotency-key": "a-dry-run" };
      const commands = await commandsOf(async () => {
        const { body } = await dry(route, { ...options, headers });
        expect([route.id, body.dry_run, body.status]).toEqual([route.id, true, route.status]);
      });
      expect(commands.filter((command) => !/^(Get|BatchGet|Query)/.test(command))).toEqual([]);
    }
    expect([await wholeTable(), await storedFileKeys()]).toEqual(before);
  });

  test("ignores keys: the request itself is done afterwards", async () => {
    const headers = { "idempotency-key": "dry-then-real" };
    const body = newPost();
    await dry(createPost, { body, headers });
    const { status, headers: answered } = await call(createPost, { as: "ada", body, headers });
    expect([status, answered["idempotency-replayed"]]).toEqual([201, undefined]);
  });

  test("is refused like the request", async () => {
    const { status, body } = await dry(publishPost, { params: { id: live.id } });
    expect([status, body.code]).toEqual([409, "no_unpublished_draft"]);
    expect((await dry(createPost, { as: "cy", body: newPost() })).body.code).toBe("permission_denied");
  });

  test.each(["dry_run", "report"])("%s is true or false, and the last value counts", async (name) => {
    const send = (query: string) => call(createPost, { as: "ada", query, body: newPost() });
    for (const value of ["", "1", "yes", "TRUE"])
      expect((await send(`${name}=true&${name}=${value}`)).body.errors[name]).toMatchObject([
        { code: "invalid" },
      ]);
    expect((await send(`${name}=true&${name}=false`)).status).toBe(201);
  });

  test("is taken by all that changes content, publication and existence of posts, episodes and pages, or the site's own things", () => {
    const ids = routes.filter(({ takesDryRun }) => takesDryRun).map(({ id }) => id);
    const content = ["create", "update", "restore-revision"];
    const names = [...content, "publish", "unpublish", "schedule", "unschedule", "delete"];
    const expected = ["posts", "episodes"].flatMap((kind) => names.map((name) => `editor/${kind}/${name}`));
    const others = ["editor/pages/create", "editor/bin/restore", "administration/site/update"];
    expect(ids.sort()).toEqual([...expected, ...others].sort());
  });

  test("is refused by all other routes on which editors write, as is a report, and ignored elsewhere", () => {
    const isWrite = ({ method, path }: Route) => method !== "GET" && path.startsWith("/api/editor/");
    const untried = routes.filter((route) => isWrite(route) && !route.takesDryRun);
    expect(untried.length).toBeGreaterThan(20);
    for (const name of ["dry_run", "report"])
      for (const value of ["true", "", "1", "false&dry_run=true&report=true"]) {
        const query = new URLSearchParams(`${name}=${value}`);
        for (const route of untried) expect(() => trialIn(route, query), route.id).toThrow(Refusal);
        for (const route of routes.filter((each) => !isWrite(each) && !each.takesDryRun))
          expect(trialIn(route, query), route.id).toEqual({ isDryRun: false, wantsReport: false });
      }
    for (const route of untried) trialIn(route, new URLSearchParams("dry_run=false&report=false"));
  });

  test("that is refused has done nothing", async () => {
    const lock = (query: string) => call(lockPost, { as: "ada", params: { id: draft.id }, query });
    const before = await wholeTable();
    expect((await lock("dry_run=true&report=yes")).body).toMatchObject({
      code: "validation_error",
      errors: { dry_run: [{ code: "invalid" }], report: [{ code: "invalid" }] },
    });
    expect(await wholeTable()).toEqual(before);
  });
});

describe("a report", () => {
  const report = async (fields: object, query = "report=true") => {
    const body = newPost(fields);
    const { body: answer } = await call(createPost, { as: "ada", query, body });
    return answer.report;
  };

  test("names what was removed, with its path, and the line of Markdown", async () => {
    const { removed } = await report({
      overview: undefined,
      overview_markdown: "Low\n\n# Water\n\n<u>tide</u>",
      detail: [
        { type: "code", value: { language: "sh", source: "ls" } },
        { type: "paragraph", value: '<p onclick="run()">heron</p>' },
      ],
    });
    expect(removed).toEqual([
      { path: "overview_markdown.0.value", line: 3, kind: "formatting", name: "h1", text: "Water" },
      { path: "overview_markdown.0.value", line: 5, kind: "formatting", name: "u", text: "<u>" },
      { path: "detail.1.value", line: null, kind: "attribute", name: "onclick", text: "run()" },
    ]);
  });

  test("names the keys that mean nothing, in the body and in blocks", async () => {
    const { id } = await makeImage();
    const { ignored } = await report({
      titel: "x",
      parent: { id: world.notes, slug: "notes" },
      detail: [
        { type: "image", id: "a", value: { id, caption: "lost" }, align: "left" },
        { type: "gallery", value: [{ id, caption: "kept", alt: "lost" }] },
      ],
    });
    expect(ignored.sort()).toEqual([
      "detail.0.align",
      "detail.0.value.caption",
      "detail.1.value.0.alt",
      "parent.slug",
      "titel",
    ]);
  });

  test("of a PATCH at the endpoint of posts names fields that only episodes have", async () => {
    const body = { base_revision_id: draft.latest_revision_id, title: "New", keywords: "tide", titel: "x" };
    const { body: answer } = await dry(updatePost, { params: { id: draft.id }, body });
    expect(answer.report.ignored.sort()).toEqual(["keywords", "titel"]);
  });

  test("warns of a cover without a description, and of a page that nobody can reach", async () => {
    const { id } = await makeImage();
    const { warnings } = await report({ cover_image: { id } });
    expect(warnings).toMatchObject([{ code: "missing_alt_text", path: "cover_image.alt_text" }]);
    const { body } = await dry(publishPost, { params: { id: draft.id } });
    expect(body.report.warnings).toEqual([]);
  });

  test("has at most 500 removals, and says when there are more", async () => {
    const detail = [{ type: "paragraph", value: `<p>${"<u>a</u>".repeat(501)}</p>` }];
    const { removed, truncated } = await report({ detail });
    expect([removed.length, truncated]).toEqual([500, true]);
    const fewer = [{ type: "paragraph", value: `<p>${"<u>a</u>".repeat(500)}</p>` }];
    expect((await report({ detail: fewer })).truncated).toBe(false);
  });

  test("is no part of an answer by default, and null in a repetition, which reads no body", async () => {
    const body = newPost();
    const headers = { "idempotency-key": "with-report" };
    const send = (query: string) => call(createPost, { as: "ada", query, body, headers });
    expect((await send("report=true")).body.report).toMatchObject({ removed: [] });
    expect((await send("report=true")).body.report).toBeNull();
    expect(await report({}, "")).toBeUndefined();
  });
});
