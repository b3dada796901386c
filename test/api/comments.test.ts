// Proves contract rules: comments-of-posts.

import { afterEach, describe, expect, test } from "vitest";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { Comment } from "#lib/pages/comment.ts";
import { publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { readPage } from "#lib/store/pages.ts";
import { call } from "#test/support/call.ts";
import { useSetting } from "#test/support/settings.ts";
import { expectGone, expectSound } from "#test/support/sound-page.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";
import { commentWith } from "../lib/pages/comments.ts";

const world = useWorld();

const permit = () => {};

const discuss = (id: number, ...comments: readonly Comment[]) => setComments(id, { permit, comments });

const read = async (id: number, query = "", as?: string) =>
  call(readLivePage, { params: { id }, query, ...(as ? { as } : {}) });

const commentsOf = async (id: number) => (await read(id, "fields=_,comments")).body.comments;

const textsOf = async (id: number): Promise<string[]> =>
  (await commentsOf(id)).map(({ comment }: { comment: string }) => comment);

describe("the comments of a page", () => {
  test("are those that are public, in thread order and as they were written, without addresses", async () => {
    const { id } = await createLivePost(world.notes);
    await discuss(
      id,
      commentWith({ id: 3, text: "Last" }),
      commentWith({ id: 1, name: "<i>Bo</i>", text: 'Ice & <b>frost</b>\n"now"' }),
      commentWith({ id: 4, parentId: 1, createdAt: "2026-02-03T04:05:06.789Z" }),
      commentWith({ id: 2, moderation: "spam" }),
      commentWith({ id: 5, moderation: "pending" }),
    );
    const { body } = await read(id);
    const date = "2026-01-02T03:04:05.000Z";
    expect(body.comments).toEqual([
      { id: 1, parent: null, user: "<i>Bo</i>", date, comment: 'Ice & <b>frost</b>\n"now"' },
      { id: 4, parent: 1, user: "Bo", date: "2026-02-03T04:05:06.789Z", comment: "Comment 4" },
      { id: 3, parent: null, user: "Bo", date, comment: "Last" },
    ]);
    expect(JSON.stringify(body)).not.toContain("example.org");
    expect(body.comments_security_data).toEqual({});
  });

  test("are shown in lists, to each page its own", async () => {
    const [one, other, silent] = [
      await createLivePost(world.calls),
      await createLivePost(world.calls),
      await createLivePost(world.calls),
    ];
    await discuss(one.id, commentWith({ id: 11 }));
    await discuss(other.id, commentWith({ id: 12 }), commentWith({ id: 13 }));
    const query = `type=site.Post&child_of=${world.calls}&fields=_,comments,body`;
    const { body } = await call(listPages, { query });
    const ids = body.results.map((item: { comments: Comment[] }) => item.comments.map(({ id }) => id));
    expect([ids, silent.live]).toEqual([[[11], [12, 13], []], true]);
  });

  test("change at once, and a draft's are there when it is published", async () => {
    const { id } = await createDraft(world.notes);
    await discuss(id, commentWith({ id: 21, text: "Early" }));
    expect((await read(id)).status).toBe(404);
    await call(publishPost, { as: "ada", params: { id } });
    expect(await textsOf(id)).toEqual(["Early"]);
    await discuss(id, commentWith({ id: 21, text: "Early" }), commentWith({ id: 22, text: "Late" }));
    expect(await textsOf(id)).toEqual(["Early", "Late"]);
    await discuss(id);
    expect(await textsOf(id)).toEqual([]);
  });

  test("are hidden with it, stay when it is taken back, and go when it is deleted", async () => {
    const { id } = await createLivePost(world.notes);
    await discuss(id, commentWith({ id: 31, text: "Still here" }));
    await setPageProperties(id, { restriction: { type: "login" } });
    expect((await read(id)).status).toBe(404);
    expect((await read(id, "fields=_,comments", "ed")).body.comments).toHaveLength(1);
    await setPageProperties(id, { restriction: null });
    await unpublishPage(id, { permit });
    expect((await read(id)).status).toBe(404);
    await call(publishPost, { as: "ada", params: { id } });
    expect(await textsOf(id)).toEqual(["Still here"]);
    await deletePage(id);
    await expectGone(id, world.notes);
    expect((await read(id)).status).toBe(404);
  });

  describe("are invited", () => {
    afterEach(() => {
      delete process.env.SITE_COMMENTS_ENABLED;
    });

    test.each([
      [undefined, false],
      ["false", false],
      ["true", true],
      ["True", true],
      ["yes", false],
    ])("by SITE_COMMENTS_ENABLED of %j: %j", async (setting, enabled) => {
      if (setting) process.env.SITE_COMMENTS_ENABLED = setting;
      const { id } = await createLivePost(world.notes);
      const { comments_are_enabled, comments_security_data } = (await read(id)).body;
      expect([comments_are_enabled, Object.keys(comments_security_data)]).toEqual([
        enabled,
        enabled ? ["content_type", "object_pk", "timestamp", "security_hash"] : [],
      ]);
    });

    test("with data that changes only when the post is published again", async () => {
      process.env.SITE_COMMENTS_ENABLED = "true";
      const { id } = await createLivePost(world.notes);
      const { comments_security_data: data } = (await read(id)).body;
      const timestamp = (await readPage(id))!.lastPublishedAt;
      expect(data).toMatchObject({ content_type: "site.Post", object_pk: String(id), timestamp });
      expect((await read(id, "_=again")).body.comments_security_data).toEqual(data);
      const { latest_revision_id: base_revision_id } = (await call(readPost, { as: "ada", params: { id } }))
        .body;
      await call(updatePost, { as: "ada", params: { id }, body: { base_revision_id, title: "Again" } });
      await call(publishPost, { as: "ada", params: { id } });
      expect((await read(id)).body.comments_security_data.timestamp > timestamp!).toBe(true);
    });
  });
});

describe("are invited by the manifest", () => {
  const setting = useSetting("SITE_COMMENTS_ENABLED");

  test("on the posts that it does not close, in blogs that it does not close", async () => {
    await setting(true);
    const post = (slug: string, fields: object = {}) => ({ type: "site.Post", slug, title: slug, ...fields });
    const manifest = {
      version: 1,
      pages: [
        {
          type: "site.HomePage",
          slug: "home",
          title: "Home",
          children: [
            {
              ...{ type: "site.Blog", slug: "open", title: "Open" },
              children: [post("talks"), post("silent", { comments_enabled: false })],
            },
            {
              ...{ type: "site.Blog", slug: "closed", title: "Closed", comments_enabled: false },
              children: [post("still")],
            },
          ],
        },
      ],
    };
    const open = async (paths: Readonly<Record<string, number>>) =>
      Promise.all(
        ["open/talks", "open/silent", "closed/still"].map(
          async (path) => (await read(paths[`/home/${path}`]!)).body.comments_are_enabled,
        ),
      );
    expect(await open((await applyManifest(manifest)).ids.pages)).toEqual([true, false, false]);
    expect(await applyManifest(manifest)).toMatchObject({ created: 0, updated: 0 });
    const text = JSON.stringify(manifest).replaceAll('"comments_enabled":false', '"comments_enabled":true');
    expect(await open((await applyManifest(JSON.parse(text))).ids.pages)).toEqual([true, true, true]);
  });
});

test("changes of comments beside publications and restrictions lose nothing of either", async () => {
  const { id, latest_revision_id } = await createLivePost(world.notes);
  let base = latest_revision_id;
  for (let round = 1; round <= 6; round++) {
    const body = { base_revision_id: base, title: `Round ${round}` };
    const [updated] = await Promise.all([
      call(updatePost, { as: "ada", params: { id }, body }).then((answer) => answer.body),
      discuss(id, commentWith({ id: round, text: `Before ${round}` })),
    ]);
    base = updated.latest_revision_id;
    await Promise.all([
      call(publishPost, { as: "ada", params: { id } }),
      discuss(id, commentWith({ id: round, text: `Beside ${round}` })),
      setPageProperties(id, { showInMenus: round % 2 === 0 }),
      read(id),
    ]);
    await expectSound(id);
    const shown = (await read(id, "fields=*")).body;
    expect({
      title: shown.title,
      menus: shown.meta.show_in_menus,
      said: shown.comments.map(({ comment }: { comment: string }) => comment),
    }).toEqual({ title: `Round ${round}`, menus: round % 2 === 0, said: [`Beside ${round}`] });
  }
  expect(await verifyCatalog()).toEqual([]);
});
