// Proves contract rules: which-lock, edit-locks, update-locks, require-unpublished, publish-latest,
// publish-precedence, publish-locks, publish-schedule, publish-workflow.

import { afterEach, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { publishPost, updatePost } from "#lib/routes/editor-posts.ts";
import { queryItems } from "#lib/store/items.ts";
import { keys } from "#lib/store/table.ts";
import { call } from "#test/support/call.ts";
import { freshSlug, useWorld } from "#test/support/world.ts";

useWorld();

afterEach(() => {
  delete process.env.ADMIN_GLOBAL_EDIT_LOCK;
});

const reviewers = {
  name: "Editors",
  admin_access: true,
  pages: [{ page: "/", allow: ["change", "publish"] }],
};

/** A draft in a state that only an administrator can set. */
const postInState = async (state: object) => {
  const slug = freshSlug();
  const { ids, revisions } = await applyManifest({
    version: 1,
    groups: [
      reviewers,
      { name: "Publishers", admin_access: true, pages: [{ page: "/", allow: ["change", "publish"] }] },
    ],
    users: [{ username: "fay", groups: ["Publishers"] }],
    tokens: [{ name: "fay", user: "fay", secret: "fay" }],
    workflows: [
      { name: "Review", tasks: [{ name: "Reading", groups: ["Editors"] }], pages: ["/home/notes"] },
    ],
    pages: [
      {
        type: "site.HomePage",
        slug: "home",
        title: "Home",
        children: [
          {
            type: "site.Blog",
            slug: "notes",
            title: "Notes",
            description: "<p>Of the marsh.</p>",
            children: [
              {
                type: "site.Post",
                key: slug,
                slug,
                title: slug,
                visible_date: "2026-01-01",
                live: false,
                ...state,
              },
            ],
          },
        ],
      },
    ],
  });
  return { id: ids.pages[slug]!, revision: revisions[slug]! };
};

const scheduled = { scheduled_at: "2090-01-01T00:00:00Z" };
const review = (state: string) => ({ workflow: { name: "Review", state } });
const owned = { locked: true, locked_by: "ada" };
const live = { live: true, draft: { title: "Newer" } };

/** `ada` reviews and may do everything, `fay` may do everything and does not review, `su` is a superuser. */
const people = ["ada", "fay", "su"] as const;
type Codes = Readonly<Record<(typeof people)[number], string>>;
const all = (code: string): Codes => ({ ada: code, fay: code, su: code });

interface Row {
  readonly state: object;
  readonly global?: boolean;
  readonly patch: Codes;
  readonly careful: Codes;
  readonly publish: Codes;
}

const [ok, locked, inReview] = ["ok", "page_locked", "workflow_active"];
const othersLocked = { ada: ok, fay: locked, su: locked };

const table: Readonly<Record<string, Row>> = {
  "no state, a workflow merely assigned": { state: {}, patch: all(ok), careful: all(ok), publish: all(ok) },
  "a lock of nobody": {
    state: { locked: true },
    patch: all(locked),
    careful: all(locked),
    publish: all(locked),
  },
  "a lock of ada": { state: owned, patch: othersLocked, careful: othersLocked, publish: othersLocked },
  "a lock of ada under the global edit lock": {
    state: owned,
    global: true,
    patch: all(locked),
    careful: all(locked),
    publish: all(locked),
  },
  "an approved schedule": {
    state: scheduled,
    patch: all(locked),
    careful: all("scheduled_post"),
    publish: all(locked),
  },
  "an approved schedule and a newer draft": {
    state: { ...scheduled, newer_draft: { title: "Newer" } },
    patch: all(locked),
    careful: all("scheduled_post"),
    publish: all(locked),
  },
  "an approved schedule of a live page with a draft": {
    state: { ...live, ...scheduled },
    patch: all(locked),
    careful: all("published_post"),
    publish: all(locked),
  },
  "a live page without a draft, locked, scheduled and in review": {
    state: { live: true, locked: true, ...scheduled, ...review("in_progress") },
    patch: all(locked),
    careful: all("published_post"),
    publish: all("no_unpublished_draft"),
  },
  "a schedule, a lock of ada and a review": {
    state: { ...scheduled, ...owned, ...review("in_progress") },
    patch: all(locked),
    careful: all("scheduled_post"),
    publish: all(locked),
  },
  "a review in progress": {
    state: review("in_progress"),
    patch: { ada: ok, fay: locked, su: ok },
    careful: { ada: ok, fay: locked, su: ok },
    publish: all(inReview),
  },
  "a review that needs changes": {
    state: review("needs_changes"),
    patch: all(ok),
    careful: all(ok),
    publish: all(inReview),
  },
  "a review and a lock of ada": {
    state: { ...owned, ...review("in_progress") },
    patch: othersLocked,
    careful: othersLocked,
    publish: all(inReview),
  },
};

const partitionOf = (id: number) => queryItems({ pk: keys.page(id).pk });

type Endpoint = "patch" | "careful" | "publish";

const send = async (endpoint: Endpoint, as: string, id: number, revision: number) => {
  if (endpoint === "publish") return call(publishPost, { as, params: { id } });
  const body = { base_revision_id: revision, title: "Changed", require_unpublished: endpoint === "careful" };
  return call(updatePost, { as, params: { id }, body });
};

describe.each(Object.entries(table))("a page with %s", (_name, row) => {
  test.each<Endpoint>(["patch", "careful", "publish"])(
    "answers %s by who asks, and a refusal changes nothing",
    async (endpoint) => {
      for (const as of people) {
        const { id, revision } = await postInState(row.state);
        if (row.global) process.env.ADMIN_GLOBAL_EDIT_LOCK = "true";
        const before = await partitionOf(id);
        const { status, body } = await send(endpoint, as, id, revision);
        expect([as, status === 200 ? "ok" : body.code]).toEqual([as, row[endpoint][as]]);
        if (status !== 200) expect(await partitionOf(id)).toEqual(before);
        delete process.env.ADMIN_GLOBAL_EDIT_LOCK;
      }
    },
  );
});

test.each<Endpoint>(["patch", "careful", "publish"])(
  "of %s, permission comes before the revision, and the revision before every state",
  async (endpoint) => {
    const { id } = await postInState({ ...live, locked: true, ...scheduled, ...review("in_progress") });
    const stale = async (as: string) =>
      endpoint === "publish"
        ? (await call(publishPost, { as, params: { id }, headers: { "if-match": '"1"' } })).body.code
        : (await send(endpoint, as, id, 1)).body.code;
    const before = await partitionOf(id);
    expect(await stale("di")).toBe("permission_denied");
    expect(await stale("su")).toBe("revision_conflict");
    expect(await partitionOf(id)).toEqual(before);
  },
);
