// Proves contract rules: update-locks, publish-schedule, publish-slug, publish-scheduled.

import { expect, test, vi } from "vitest";
import { handler } from "#functions/jobs/publish-scheduled.ts";
import { changePageState } from "#lib/actions/pages/change-page-state.ts";
import { decidePublication } from "#lib/actions/pages/publication.ts";
import { publishScheduledPage } from "#lib/actions/pages/publish-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readPage } from "#lib/store/pages.ts";
import { readDueSchedules } from "#lib/store/schedules.ts";
import { call } from "#test/support/call.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";

vi.mock("#lib/actions/pages/publication.ts", { spy: true });

const world = useWorld();
const permit = () => {};
const past = "2026-01-01T00:00:00.000Z";
const future = "2090-01-01T00:00:00.000Z";

const read = async (id: number) => (await call(readPost, { as: "su", params: { id } })).body;
const kinds = async (id: number) => (await readAudit(id)).map(({ kind }) => kind);

const pagesDueLater = async () => (await readDueSchedules(Date.parse(future))).map(({ pageId }) => pageId);

test("concurrent runs publish a due revision exactly once, without a user, and its approval ends", async () => {
  const { id, latest_revision_id } = await createDraft(world.notes);
  await schedulePage(id, { permit, publishAt: past });
  expect(await read(id)).toMatchObject({ live: false, status: "scheduled" });
  await Promise.all([handler(), handler(), handler()]);
  expect(await read(id)).toMatchObject({ live: true, status: "live" });
  expect(await kinds(id)).toEqual([
    "wagtail.create",
    "wagtail.publish.schedule",
    "wagtail.publish.scheduled",
  ]);
  expect((await readAudit(id)).at(-1)).toMatchObject({ userId: null, revisionId: latest_revision_id });
  expect(await pagesDueLater()).not.toContain(id);
});

test("what passes, such as a busy store, is left to the next run, and the approval stays", async () => {
  const { id } = await createDraft(world.notes);
  await schedulePage(id, { permit, publishAt: past });
  vi.mocked(decidePublication).mockRejectedValueOnce(new Refusal("busy"));
  await expect(publishScheduledPage(id)).rejects.toMatchObject({ code: "busy" });
  expect(await read(id)).toMatchObject({ live: false, status: "scheduled" });
  expect(await publishScheduledPage(id)).toEqual({ outcome: "published" });
});

test("what is approved goes live, and a newer draft stays unpublished above it", async () => {
  const { id, latest_revision_id } = await createDraft(world.notes, { title: "Approved" });
  await schedulePage(id, { permit, publishAt: future });
  await saveDraft(id, { authorId: null, permit, change: (latest) => ({ ...latest, title: "Newer" }) });
  const before = await readPage(id);
  await handler();
  expect(await readPage(id)).toEqual(before);
  // The approval of the older revision, whose time has come.
  await changePageState(id, { permit }, () => ({
    schedule: { revisionId: latest_revision_id, publishAt: past },
    audit: { kind: "wagtail.publish.schedule", revisionId: latest_revision_id },
  }));
  await handler();
  expect(await read(id)).toMatchObject({ live: true, status: "draft", title: "Newer" });
  expect(await readPage(id)).toMatchObject({ title: "Approved", liveRevisionId: latest_revision_id });
});

test("an approved revision whose slug a sibling has taken meanwhile is not published, and loses its approval", async () => {
  const slug = freshSlug();
  const { id, latest_revision_id } = await createDraft(world.notes, { slug });
  await saveDraft(id, { authorId: null, permit, slug: freshSlug(), change: (latest) => latest });
  await createDraft(world.notes, { slug });
  await changePageState(id, { permit }, () => ({
    schedule: { revisionId: latest_revision_id, publishAt: past },
    audit: { kind: "wagtail.publish.schedule", revisionId: latest_revision_id },
  }));
  expect(await publishScheduledPage(id)).toEqual({
    outcome: "refused",
    reason: `The slug '${slug}' is already in use within the parent page.`,
  });
  expect(await readPage(id)).toMatchObject({ live: false, schedule: null });
  expect(await pagesDueLater()).not.toContain(id);
  expect(await kinds(id)).not.toContain("wagtail.publish.scheduled");
  expect(await publishScheduledPage(id)).toEqual({ outcome: "idle" });
});

test("an approval locks the page for everybody, and taking it back leaves nothing to do", async () => {
  const { id, latest_revision_id: base_revision_id } = await createDraft(world.notes);
  await schedulePage(id, { permit, publishAt: past });
  const body = { base_revision_id, title: "Changed" };
  for (const as of ["ada", "su"]) {
    expect((await call(updatePost, { as, params: { id }, body })).body.code).toBe("page_locked");
    expect((await call(publishPost, { as, params: { id } })).body.code).toBe("page_locked");
  }
  await schedulePage(id, { permit, publishAt: null });
  await handler();
  expect(await read(id)).toMatchObject({ live: false, status: "draft" });
});
