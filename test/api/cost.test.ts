import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { mostCounted } from "#estimate/counted.ts";
import { handler as deliverWebhooks } from "#functions/jobs/deliver-webhooks.ts";
import { handler as publishScheduled } from "#functions/jobs/publish-scheduled.ts";
import { handler as renewFeeds } from "#functions/jobs/renew-feeds.ts";
import { handler as watchSite } from "#functions/jobs/watch-site.ts";
import { addComment } from "#lib/actions/pages/add-comment.ts";
import { learnFromComments, setComments } from "#lib/actions/pages/discussion.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import type { PlacedComment } from "#lib/pages/comment.ts";
import { logIn } from "#lib/routes/accounts.ts";
import { listChanges } from "#lib/routes/changes.ts";
import { approveComment, listComments } from "#lib/routes/comments.ts";
import { restoreFromBin } from "#lib/routes/editor-bin.ts";
import { diffPostRevision, listPostHistory, listPostRevisions } from "#lib/routes/editor-history.ts";
import { uploadImage } from "#lib/routes/editor-media.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import {
  createPost,
  lookUpPost,
  publishEpisode,
  publishPost,
  readPost,
  updateEpisode,
  updatePost,
} from "#lib/routes/editor-posts.ts";
import { createPostPreviewLink } from "#lib/routes/editor-preview-links.ts";
import { previewPost } from "#lib/routes/editor-previews.ts";
import { deletePost, lockPost, schedulePost, unpublishPost } from "#lib/routes/editor-state.ts";
import {
  completeUpload,
  createUpload,
  discardUpload,
  presignParts,
  readUpload,
} from "#lib/routes/editor-uploads.ts";
import { addWebhook } from "#lib/routes/editor-webhooks.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { listFacets, readFacets } from "#lib/routes/facets.ts";
import { readPreview, showPreview } from "#lib/routes/opened-previews.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import { readMediaFile } from "#lib/routes/site-media.ts";
import { readSuggestions } from "#lib/routes/suggestions.ts";
import { routes } from "#lib/routes/table.ts";
import { listThemes, selectTheme } from "#lib/routes/themes.ts";
import { readPlayerConfig, readWebPlayer, readWebPlayerForPost } from "#lib/routes/web-player.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { drawManyNumbers } from "#lib/store/items.ts";
import { requireLivePage } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { putWaitingComment, readNewestWaiting } from "#lib/store/waiting-comments.ts";
import { newBrowser } from "#test/support/browser.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { type FormFields, formFile, multipart } from "#test/support/form.ts";
import { makeAudio, makeImage } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { visit } from "#test/support/site-pages.ts";
import { root } from "#test/support/sources.ts";
import { begin, checksumOf, putPart } from "#test/support/uploads.ts";
import { createDraft, createLivePost, freshSlug, usePasswords, useWorld } from "#test/support/world.ts";
import { commentWith } from "../lib/pages/comments.ts";

/** Counts per request against a warm instance, with posts of 8 KB that do not compress below 6 KB. */
const world = useWorld();
usePasswords();
useServedFiles();

/** The same in each run, since its words take one kilobyte more or less by chance; these take 1.8. */
const noise = createHash("shake256", { outputLength: 6_000 }).update("x").digest("base64");

const eightKilobytes = { detail: [{ type: "code", value: { language: "b64", source: noise } }] };

const twentyComments = Array.from({ length: 20 }, (_, index) =>
  commentWith({ id: index + 1, text: randomBytes(60).toString("base64") }),
);

/** A post with a cover, images and an audio, which are read in one request. */
const withMedia: Record<string, unknown> = {};

/** The media and the text of an episode. */
const episodeFields: Record<string, unknown> = {};

beforeAll(async () => {
  const images = await Promise.all(Array.from({ length: 20 }, () => makeImage()));
  const value = images.map(({ id }) => ({ id, caption: "Low water" }));
  withMedia.cover_image = value[0];
  withMedia.overview = [{ type: "gallery", value }];
  withMedia.detail = [{ type: "audio", value: { id: (await makeAudio()).id } }];
  episodeFields.podcast_audio = { id: (await makeAudio()).id };
  episodeFields.season = { id: 1 };
  await setPageProperties(world.calls, { seasons: [{ id: 1, key: "s1", number: 1, name: "" }] });
  for (let index = 0; index < 25; index++) await createLivePost(world.notes, eightKilobytes);
  await call(listPages);
});

const commitWrites = (writes: readonly Write[]) => commitDecision(async () => ({ writes, value: undefined }));

let visitors = 0;

const visitorsComment = () => ({
  written: { parentId: null, name: "Bo", email: "bo@example.org", text: randomBytes(120).toString("base64") },
  address: `visitor ${++visitors}`,
  publishes: false,
  maxWaiting: { onSite: 1_000, onPage: 1_000 },
});

const waitingComments = async (count: number): Promise<void> => {
  const { id } = await createLivePost(world.notes);
  const [own] = await Promise.all([drawManyNumbers("comment", count), call(listComments, { as: "mo" })]);
  const max = { onSite: 1_000, onPage: 1_000 };
  for (const number of own) {
    const comment = commentWith({ id: number, moderation: "pending", text: visitorsComment().written.text });
    await commitWrites([requireLivePage(id), ...putWaitingComment({ pageId: id, comment }, max)]);
  }
};

/** Also teaches the spam model, so that no decision is followed by the first lesson. */
const manyComments = async (): Promise<void> => {
  for (let post = 0; post < 26; post++) {
    const { id } = await createLivePost(world.notes);
    const comments = (await drawManyNumbers("comment", 20)).map((number) =>
      commentWith({ id: number, text: visitorsComment().written.text }),
    );
    await setComments(id, { permit: () => {}, comments });
  }
  await learnFromComments();
};

const saveOn = async (id: number, base_revision_id: number): Promise<number> => {
  const body = { base_revision_id, title: freshSlug() };
  return (await call(updatePost, { as: "ada", params: { id }, body })).body.latest_revision_id;
};

const savedTenTimes = async (): Promise<number> => {
  const { id, latest_revision_id } = await createDraft(world.notes, eightKilobytes);
  let base = latest_revision_id;
  for (let count = 0; count < 10; count++) base = await saveOn(id, base);
  return id;
};

const uploading = (form: FormFields) => async () => {
  const { status } = await call(uploadImage, { as: "bo", ...(await multipart(form)) });
  expect(status).toBe(201);
};

/** Rows without a depth have any; below are the budgets of every route's examples. */
const dearest = { requests: 0, readUnits: 0, writeUnits: 0, depth: Number.POSITIVE_INFINITY };

test.each<[string, () => Promise<() => Promise<unknown>>, Partial<typeof dearest>]>([
  ["a list", async () => () => call(listPages), { requests: 1, depth: 1, readUnits: 1 }],
  [
    "a search",
    async () => {
      await call(listPages, { query: "search=low" });
      return () => call(listPages, { query: "search=water" });
    },
    { requests: 1, readUnits: 1 },
  ],
  [
    "a search after a publication",
    async () => {
      await call(listPages, { query: "search=low" });
      await createLivePost(world.notes, eightKilobytes);
      return () => call(listPages, { query: "search=water" });
    },
    { requests: 2, readUnits: 4 },
  ],
  [
    "a list by tag, category and month",
    async () => {
      const filters = "tag_facets=heron&category_facets=birds&date_facets=2025-02&o=-visible_date";
      return () => call(listPages, { query: `use_post_filter=true&${filters}` });
    },
    { requests: 1, readUnits: 1 },
  ],
  [
    "changes, when nothing is new",
    async () => {
      const { cursor } = (await call(listChanges)).body;
      return () => call(listChanges, { query: { cursor } });
    },
    { requests: 1, readUnits: 1 },
  ],
  [
    "changes after an edit",
    async () => {
      const { cursor } = (await call(listChanges)).body;
      await createLivePost(world.notes, eightKilobytes);
      return () => call(listChanges, { query: { cursor } });
    },
    { requests: 2, readUnits: 2 },
  ],
  [
    "changes after one of a blog that alters its 25 posts",
    async () => {
      const { cursor } = (await call(listChanges)).body;
      await setPageProperties(world.notes, { commentsClosed: true });
      return () => call(listChanges, { query: { cursor } });
    },
    { requests: 2, readUnits: 2 },
  ],
  [
    "a list with digests and media",
    async () => () => call(listPages, { query: "type=site.Post&fields=digest,media,cover,season" }),
    { requests: 1, readUnits: 1 },
  ],
  ["the front page of the site", async () => () => visit("/"), { requests: 1, readUnits: 1 }],
  [
    "an address without a page",
    async () => () => visit("/notes/nothing/"),
    { requests: 2, depth: 1, readUnits: 3 },
  ],
  [
    "the page of a post",
    async () => {
      const { id, slug } = await createLivePost(world.notes, eightKilobytes);
      await setComments(id, { permit: () => {}, comments: twentyComments });
      await call(listPages);
      return () => visit(`/notes/${slug}/`);
    },
    { requests: 2, depth: 1, readUnits: 4 },
  ],
  [
    "the page of a blog with 20 posts and its facets",
    async () => () => visit("/notes/?page=1&o=-visible_date"),
    { requests: 2, depth: 1, readUnits: 45 },
  ],
  [
    "a sign-in",
    async () => {
      const body = { username: "ada", password: "marsh-hen" };
      return () => call(logIn, { body });
    },
    { requests: 4, depth: 3, readUnits: 6, writeUnits: 16 },
  ],
  [
    "a sign-in where the account was known before",
    async () => {
      const body = { username: "ada", password: "marsh-hen" };
      await call(logIn, { body });
      return () => call(logIn, { body });
    },
    { requests: 4, depth: 3, readUnits: 6, writeUnits: 8 },
  ],
  [
    "a wrong password",
    async () => () => call(logIn, { body: { username: "bo", password: "wrong" } }),
    { requests: 3, depth: 2, readUnits: 6, writeUnits: 6 },
  ],
  [
    "a guess during a pause",
    async () => {
      const guess = () => call(logIn, { body: { username: "cy", password: "wrong" } });
      for (let count = 0; count < 5; count++) await guess();
      return guess;
    },
    { requests: 2, depth: 2, readUnits: 6 },
  ],
  ["the list of facet counts", async () => () => call(listFacets), { requests: 1, readUnits: 1 }],
  [
    "facet counts",
    async () => () => call(readFacets, { params: { id: world.notes } }),
    { requests: 1, readUnits: 1 },
  ],
  [
    "modal facet counts of what a search finds",
    async () => {
      const params = { id: world.notes };
      await call(readFacets, { params, query: "search=post" });
      return () => call(readFacets, { params, query: "mode=modal&search=post&tag_facets=heron" });
    },
    { requests: 1, readUnits: 1 },
  ],
  [
    "a list with bodies, 20 items",
    async () => () => call(listPages, { query: "type=site.Post&limit=20&fields=body" }),
    { requests: 2, depth: 1, readUnits: 45 },
  ],
  [
    "a list of covers and bodies with media",
    async () => {
      const { id } = await makeImage();
      await createLivePost(world.notes, {
        cover_image: { id, alt_text: "" },
        detail: [{ type: "image", value: { id } }],
      });
      await call(listPages);
      const query = "type=site.Post&limit=20&order=-id&fields=cover_image(*),cover_image_poster_url,body";
      return () => call(listPages, { query });
    },
    { requests: 2, depth: 1, readUnits: 45 },
  ],
  [
    "a public page",
    async () => {
      const { id } = await createLivePost(world.notes, eightKilobytes);
      await call(listPages);
      return () => call(readLivePage, { params: { id } });
    },
    { requests: 2, depth: 1, readUnits: 4 },
  ],
  [
    "a public page whose copy at hand is current",
    async () => {
      const { id } = await createLivePost(world.notes, eightKilobytes);
      const { headers } = await call(readLivePage, { params: { id } });
      const sent = { "if-none-match": headers.etag ?? "" };
      return () => call(readLivePage, { params: { id }, headers: sent });
    },
    { requests: 1, readUnits: 1 },
  ],
  [
    "a public page with comments",
    async () => {
      const { id } = await createLivePost(world.notes, eightKilobytes);
      await setComments(id, { permit: () => {}, comments: twentyComments });
      await call(readLivePage, { params: { id } });
      return () => call(readLivePage, { params: { id }, query: `_=${freshSlug()}` });
    },
    { requests: 2, depth: 1, readUnits: 4 },
  ],
  [
    "a list of pages without comments that shows comments",
    async () => () => call(listPages, { query: "type=site.Post&limit=20&fields=_,comments" }),
    { requests: 1, readUnits: 1 },
  ],
  [
    "a web player's document",
    async () => {
      const audio = await makeAudio();
      const { id } = await createEpisodeDraft(world.calls, { podcast_audio: { id: audio.id } });
      await call(publishEpisode, { as: "ada", params: { id } });
      await call(readWebPlayer, { params: { id: audio.id } });
      return () => call(readWebPlayer, { params: { id: audio.id } });
    },
    { requests: 1, readUnits: 1 },
  ],
  [
    "a web player's document for a draft of the caller's",
    async () => {
      const audio = await makeAudio();
      const { id } = await createEpisodeDraft(world.calls, { podcast_audio: { id: audio.id } });
      await call(listPages);
      const params = { id: audio.id, post_id: id };
      return () => call(readWebPlayerForPost, { as: "ada", params });
    },
    { requests: 7, readUnits: 10 },
  ],
  [
    "a web player's document where only a draft of the caller's has the audio",
    async () => {
      const audio = await makeAudio();
      await createEpisodeDraft(world.calls, { podcast_audio: { id: audio.id } });
      await call(listPages);
      return () => call(readWebPlayer, { as: "ada", params: { id: audio.id } });
    },
    { requests: 6, readUnits: 10 },
  ],
  [
    "title suggestions",
    async () => () => call(readSuggestions, { params: { id: world.notes }, query: "search=post" }),
    { requests: 1, readUnits: 1 },
  ],
  ["a web player's configuration", async () => () => call(readPlayerConfig), { requests: 1, readUnits: 1 }],
  ["a list of themes", async () => () => call(listThemes), { requests: 1, readUnits: 1 }],
  [
    "a selection of a theme by a stranger",
    async () => () => call(selectTheme, { body: { theme_slug: "plain" } }),
    { requests: 2, readUnits: 1, writeUnits: 4 },
  ],
  [
    "a selection of a theme in a session",
    async () => {
      const browser = newBrowser();
      const select = () => browser.call(selectTheme, { body: { theme_slug: "plain" } });
      await select();
      return select;
    },
    { requests: 3, readUnits: 2, writeUnits: 4 },
  ],
  [
    "an editor read",
    async () => {
      const { id } = await createDraft(world.notes, eightKilobytes);
      return () => call(readPost, { as: "ada", params: { id } });
    },
    { requests: 2, depth: 1, readUnits: 8 },
  ],
  [
    "who the caller is",
    async () => () => call(whoAmI, { as: "ada" }),
    { requests: 1, depth: 1, readUnits: 4 },
  ],
  [
    "a list of pages for editors",
    async () => {
      await call(listEditablePages, { as: "ada" });
      return () => call(listEditablePages, { as: "ada", query: "state=live&q=post&order=title" });
    },
    // One of them asks for numbers of edits that are missing, for half a minute.
    { requests: 4, readUnits: 8 },
  ],
  [
    "a list of pages for editors after a save and a publication",
    async () => {
      await call(listEditablePages, { as: "ada" });
      const { id, latest_revision_id } = await createLivePost(world.notes, eightKilobytes);
      await saveOn(id, latest_revision_id);
      await createDraft(world.notes, eightKilobytes);
      return () => call(listEditablePages, { as: "ada" });
    },
    { requests: 5, readUnits: 10 },
  ],
  [
    "a public list after drafts were saved",
    async () => {
      await call(listPages);
      for (let count = 0; count < 3; count++) await createDraft(world.notes, eightKilobytes);
      return () => call(listPages);
    },
    { requests: 1, readUnits: 1 },
  ],
  [
    "the revisions of a post that has been saved ten times",
    async () => {
      const params = { id: await savedTenTimes() };
      await call(listPostRevisions, { as: "ada", params });
      return () => call(listPostRevisions, { as: "ada", params });
    },
    { requests: 2, depth: 2, readUnits: 28 },
  ],
  [
    "a comparison of the latest revision with the one before",
    async () => {
      const { id, latest_revision_id } = await createDraft(world.notes, eightKilobytes);
      const params = { id, revision: latest_revision_id + 1 };
      await saveOn(id, latest_revision_id);
      return () => call(diffPostRevision, { as: "ada", params });
    },
    { requests: 2, depth: 2, readUnits: 10 },
  ],
  [
    "the history of a post that has been saved ten times",
    async () => {
      const params = { id: await savedTenTimes() };
      await call(listPostHistory, { as: "ada", params });
      return () => call(listPostHistory, { as: "ada", params });
    },
    { requests: 2, depth: 2, readUnits: 24 },
  ],
  [
    "the page of a preview link, and the same as an item",
    async () => {
      const { id } = await createDraft(world.notes, eightKilobytes);
      const { body } = await call(createPostPreviewLink, { as: "ada", params: { id }, body: {} });
      const query = { key: new URL(body.url).searchParams.get("key") ?? "" };
      const asked = { params: { id, link: body.id }, query };
      await call(readPreview, asked);
      return () => call(showPreview, asked).then(() => call(readPreview, asked));
    },
    { requests: 8, readUnits: 20 },
  ],
  [
    "a preview with media and a link",
    async () => {
      const image = await makeImage();
      const linked = await createLivePost(world.calls);
      const { id } = await createDraft(world.notes, {
        ...eightKilobytes,
        overview: [
          { type: "image", value: { id: image.id } },
          { type: "paragraph", value: `<a linktype="page" id="${linked.id}">calls</a>` },
        ],
      });
      return () => call(previewPost, { as: "ada", params: { id } });
    },
    { requests: 4, readUnits: 12 },
  ],
  [
    "a lookup",
    async () => {
      const { slug } = await createDraft(world.notes, eightKilobytes);
      return () => call(lookUpPost, { as: "ada", query: { parent: world.notes, slug } });
    },
    { requests: 4, readUnits: 10 },
  ],
  [
    "a create",
    async () => () =>
      call(createPost, {
        as: "ada",
        body: { parent: { id: world.notes }, title: freshSlug(), overview: [], ...eightKilobytes },
      }),
    { ...mostCounted.create, depth: 2 },
  ],
  [
    "an update",
    async () => {
      const { id, latest_revision_id } = await createDraft(world.notes, eightKilobytes);
      return () =>
        call(updatePost, {
          as: "ada",
          params: { id },
          body: { base_revision_id: latest_revision_id, title: "x" },
        });
    },
    { ...mostCounted.update, depth: 2 },
  ],
  [
    "a withdrawal",
    async () => {
      const { id } = await createLivePost(world.notes, eightKilobytes);
      return () => call(unpublishPost, { as: "ada", params: { id } });
    },
    { requests: 3, depth: 2, readUnits: 6, writeUnits: 30 },
  ],
  [
    "an approval",
    async () => {
      const { id } = await createDraft(world.notes, eightKilobytes);
      const body = { publish_at: "2090-01-01T00:00:00Z" };
      return () => call(schedulePost, { as: "ada", params: { id }, body });
    },
    { requests: 3, depth: 2, readUnits: 6, writeUnits: 10 },
  ],
  [
    "a lock",
    async () => {
      const { id } = await createDraft(world.notes, eightKilobytes);
      return () => call(lockPost, { as: "ada", params: { id } });
    },
    { requests: 3, depth: 2, readUnits: 6, writeUnits: 8 },
  ],
  [
    "a deletion",
    async () => {
      const { id } = await createLivePost(world.notes, eightKilobytes);
      return () => call(deletePost, { as: "ada", params: { id } });
    },
    { requests: 4, depth: 3, readUnits: 8, writeUnits: 38 },
  ],
  [
    "a restoration",
    async () => {
      const { id } = await createLivePost(world.notes, eightKilobytes);
      await call(deletePost, { as: "ada", params: { id } });
      return () => call(restoreFromBin, { as: "ada", params: { id } });
    },
    { requests: 3, depth: 3, readUnits: 12, writeUnits: 16 },
  ],
  [
    "a publication",
    async () => {
      const { id } = await createDraft(world.notes, eightKilobytes);
      return () => call(publishPost, { as: "ada", params: { id } });
    },
    { ...mostCounted.publication, depth: 3 },
  ],
  [
    "a publication of a post whose tags others have",
    async () => {
      const tags = ["heron", "marsh", "reed"];
      await createLivePost(world.notes, { tags });
      const { id } = await createDraft(world.notes, { ...eightKilobytes, tags });
      return () => call(publishPost, { as: "ada", params: { id } });
    },
    { requests: 4, depth: 3, readUnits: 10, writeUnits: 30 },
  ],
  [
    "a publication with three tags that nobody has",
    async () => {
      const tags = [freshSlug(), freshSlug(), freshSlug()];
      const { id } = await createDraft(world.notes, { ...eightKilobytes, tags });
      return () => call(publishPost, { as: "ada", params: { id } });
    },
    { requests: 4, depth: 3, readUnits: 10, writeUnits: 36 },
  ],
  [
    "an update that moves a post and is refused",
    async () => {
      const { id, latest_revision_id: base_revision_id } = await createDraft(world.notes, eightKilobytes);
      const body = { base_revision_id, slug: freshSlug(), categories: [99] };
      return () => call(updatePost, { as: "ada", params: { id }, body });
    },
    { requests: 3, depth: 2, readUnits: 10, writeUnits: 0 },
  ],
  [
    "a publication under a new slug",
    async () => {
      const { id, latest_revision_id: base_revision_id } = await createLivePost(world.notes, eightKilobytes);
      await call(updatePost, { as: "ada", params: { id }, body: { base_revision_id, slug: freshSlug() } });
      return () => call(publishPost, { as: "ada", params: { id } });
    },
    { requests: 4, depth: 3, readUnits: 12, writeUnits: 36 },
  ],
  [
    "a create by somebody whom this process has not seen",
    async () => {
      const body = { parent: { id: world.notes }, title: freshSlug(), overview: [] };
      return () => call(createPost, { as: "ada-write", body });
    },
    { requests: 7, readUnits: 8, writeUnits: 26 },
  ],
  [
    "a create that names nothing which can be a media object",
    async () => () =>
      call(createPost, {
        as: "ada",
        body: {
          parent: { id: world.notes },
          title: freshSlug(),
          overview: [0, -1, 2 ** 53, "1"].map((id) => ({ type: "image", value: { id } })),
        },
      }),
    { requests: 1, depth: 1, readUnits: 6 },
  ],
  [
    "a create that names more media objects than a post may have",
    async () => () =>
      call(createPost, {
        as: "ada",
        body: {
          parent: { id: world.notes },
          title: freshSlug(),
          overview: [{ type: "gallery", value: Array.from({ length: 2_000 }, (_, id) => ({ id })) }],
        },
      }),
    { requests: 1, depth: 1, readUnits: 6 },
  ],
  [
    "an editor read of a post with media",
    async () => {
      const { id } = await createDraft(world.notes, withMedia);
      return () => call(readPost, { as: "ada", params: { id } });
    },
    { requests: 3, depth: 2, readUnits: 30 },
  ],
  [
    "a create of a post with media",
    async () => () =>
      call(createPost, {
        as: "ada",
        body: { parent: { id: world.notes }, title: freshSlug(), ...withMedia },
      }),
    { requests: 4, depth: 3, readUnits: 30, writeUnits: 24 },
  ],
  [
    "an update of a post with media, those named and those kept",
    async () => {
      const { id, latest_revision_id } = await createDraft(world.notes, withMedia);
      return () =>
        call(updatePost, {
          as: "ada",
          params: { id },
          body: { base_revision_id: latest_revision_id, overview: withMedia.overview },
        });
    },
    { requests: 5, depth: 3, readUnits: 30, writeUnits: 20 },
  ],
  [
    "a publication of a post with media",
    async () => {
      const { id } = await createDraft(world.notes, withMedia);
      return () => call(publishPost, { as: "ada", params: { id } });
    },
    { requests: 5, depth: 3, readUnits: 30, writeUnits: 30 },
  ],
  [
    "an update of an episode that names its audio and its season",
    async () => {
      const { id, latest_revision_id: base_revision_id } = await createEpisodeDraft(world.calls);
      const body = { base_revision_id, ...episodeFields };
      return () => call(updateEpisode, { as: "ada", params: { id }, body });
    },
    { requests: 5, depth: 3, readUnits: 10, writeUnits: 16 },
  ],
  [
    "a publication of an episode",
    async () => {
      const { id } = await createEpisodeDraft(world.calls, episodeFields);
      return () => call(publishEpisode, { as: "ada", params: { id } });
    },
    { requests: 5, depth: 3, readUnits: 12, writeUnits: 24 },
  ],
  [
    "the beginning of an upload",
    async () => {
      await begin(9);
      const body = { name: "heron.mp4", size: 9 };
      return () => call(createUpload, { as: "ada", body });
    },
    { requests: 4, depth: 3, readUnits: 6, writeUnits: 6 },
  ],
  [
    "what has arrived of an upload, and a request for a part of it",
    async () => {
      const { id } = await begin(9);
      const body = { parts: [{ number: 1, sha256: checksumOf(new Uint8Array(9)) }] };
      const read = () => call(readUpload, { as: "ada", params: { id } });
      return () => read().then(() => call(presignParts, { as: "ada", params: { id }, body }));
    },
    { requests: 2, depth: 2, readUnits: 8 },
  ],
  [
    "the end of an upload",
    async () => {
      const { id } = await begin(9);
      await putPart(id, 1, new Uint8Array(9));
      return () => call(completeUpload, { as: "ada", params: { id } });
    },
    { requests: 3, depth: 3, readUnits: 4, writeUnits: 8 },
  ],
  [
    "an image of an upload, which is used up",
    async () => {
      const file = new Uint8Array(await samplePicture("png"));
      const { id } = await begin(file.length, { name: "heron.png" }, "bo");
      await putPart(id, 1, file, "bo");
      await call(completeUpload, { as: "bo", params: { id }, body: {} });
      return uploading({ title: "Heron", file: String(id) });
    },
    { requests: 6, depth: 6, readUnits: 6, writeUnits: 14 },
  ],
  [
    "an image of a form",
    async () => uploading({ title: "Heron", file: formFile("a.png", await samplePicture("png")) }),
    { requests: 5, depth: 5, readUnits: 6, writeUnits: 12 },
  ],
  [
    "the removal of an upload",
    async () => {
      const { id } = await begin(9);
      return () => call(discardUpload, { as: "ada", params: { id } });
    },
    { requests: 2, depth: 2, readUnits: 4, writeUnits: 4 },
  ],
  [
    "a list of 20 of the 60 comments that wait",
    async () => {
      await waitingComments(60);
      return () => call(listComments, { as: "mo", query: "state=pending&pageSize=20" });
    },
    { requests: 4, depth: 3, readUnits: 8 },
  ],
  [
    "a list of 20 public comments of one post, among 500 of other posts",
    async () => {
      await manyComments();
      return () => call(listComments, { as: "mo", query: "state=public&pageSize=20" });
    },
    { requests: 3, readUnits: 8 },
  ],
  [
    "a decision about a comment that waits",
    async () => {
      await waitingComments(3);
      const [first, second] = (await readNewestWaiting(2)) as [PlacedComment, PlacedComment];
      const approve = ({ comment }: PlacedComment) =>
        call(approveComment, { as: "mo", params: { id: comment.id } });
      await approve(first);
      return () => approve(second);
    },
    { requests: 5, depth: 3, readUnits: 12, writeUnits: 26 },
  ],
  [
    "a visitor's comment",
    async () => {
      const { id } = await createLivePost(world.notes);
      await addComment(id, visitorsComment());
      return () => addComment(id, visitorsComment());
    },
    { requests: 3, depth: 2, readUnits: 6, writeUnits: 16 },
  ],
  [
    "a new webhook",
    async () => {
      const create = () => {
        const body = { name: freshSlug(), url: "https://hooks.example/", parents: [world.notes] };
        return call(addWebhook, { as: "su", body });
      };
      expect((await create()).status).toBe(201);
      return create;
    },
    { requests: 6, depth: 3, readUnits: 60, writeUnits: 9 },
  ],
  [
    "a redirect to a file",
    async () => {
      const id = 9_001;
      const key = `images/${id}/0123456789ab/heron.jpg`;
      await makeImage({ file: { key, contentType: "image/jpeg", sizeBytes: 9, width: 1, height: 1 } }, id);
      const read = async () => {
        const { status } = await call(readMediaFile as Route<"key">, { params: { key } });
        expect(status).toBe(302);
      };
      await read();
      return read;
    },
    mostCounted.redirectToFile,
  ],
  [
    "the jobs of a minute in which nothing is due",
    async () => {
      const runJobs = async () => {
        for (const run of [publishScheduled, renewFeeds, deliverWebhooks, watchSite]) await run();
      };
      await runJobs();
      await runJobs();
      return runJobs;
    },
    mostCounted.idleMinute,
  ],
])("%s stays within its budget of requests and units", async (_, prepare, budget) => {
  const cost = await costOf(await prepare());

  const most = { ...dearest, ...budget };
  expect(cost.requests, JSON.stringify(cost)).toBeGreaterThan(0);
  for (const kind of Object.keys(most) as (keyof typeof most)[]) {
    expect(cost[kind], `${kind} of ${JSON.stringify(cost)}`).toBeLessThanOrEqual(most[kind]);
  }
});

/** What the examples of every route ask for, which `test/examples/examples.test.ts` counts. */
const countedRoutes = Array.from(
  readFileSync(join(root, "docs/requests.md"), "utf8").matchAll(
    /^\| `(?<id>[^`]+)` \| (?<depth>\d+) \| (?<requests>\d+) \|/gm,
  ),
  ({ groups }) => ({ id: groups!.id!, depth: Number(groups!.depth), requests: Number(groups!.requests) }),
);

const kinds: readonly [string, RegExp, { readonly depth: number; readonly requests: number }][] = [
  [
    "reads of pages, lists, facets and suggestions",
    /^(pages|facets|suggestions)\/|^site\/(pages\/read|sitemap\/read|robots\/read|llms\/read|media\/read)$/,
    { depth: 1, requests: 2 },
  ],
  [
    "creating, changing and publishing posts, episodes and pages",
    /^editor\/(posts|episodes|pages)\/(create|update|publish)$/,
    { depth: 3, requests: 5 },
  ],
  ["the steps of an upload", /^editor\/uploads\//, { depth: 3, requests: 5 }],
  [
    "making a token or a feed of one's own, whose tally is read before the others",
    /^(editor\/tokens|private-feeds|accounts\/feeds)\/create$/,
    { depth: 5, requests: 6 },
  ],
  ["what tells agents how they get tokens", /^oauth\/(resource|server)$/, { depth: 1, requests: 1 }],
  [
    "registering, allowing and ending an agent, and its tokens",
    /^oauth\/(register|token|revoke)$|^accounts\/(authorize|agents)\//,
    { depth: 6, requests: 8 },
  ],
  ["signing in and out", /^accounts\/log(in|out)$/, { depth: 3, requests: 5 }],
  [
    "decisions on comments, media, and what administrators do",
    /^(comments|editor\/media|videos|audios)\/|^administration\/(?!export\/|site\/)/,
    { depth: 8, requests: 10 },
  ],
  ["the first steps of a site, once", /^accounts\/setup$/, { depth: 29, requests: 29 }],
  ["the site's own things, all that a manifest says", /^administration\/site\//, { depth: 28, requests: 46 }],
  ["an export of the example's site", /^administration\/export\/read$/, { depth: 10, requests: 42 }],
];

test.each(kinds)("%s: no route exceeds the budget of its kind", (_, kind, budget) => {
  const ofKind = countedRoutes.filter(({ id }) => kind.test(id));
  expect(ofKind).not.toEqual([]);
  expect(ofKind.filter((cost) => cost.depth > budget.depth || cost.requests > budget.requests)).toEqual([]);
});

test("all other routes wait for four requests at most, and send seven at most", () => {
  expect(countedRoutes.map(({ id }) => id).sort()).toEqual(routes.map(({ id }) => id).sort());
  const others = countedRoutes.filter(({ id }) => !kinds.some(([, kind]) => kind.test(id)));
  expect(others.filter(({ depth, requests }) => depth > 4 || requests > 7)).toEqual([]);
});

test("a key costs no request, one read unit and two write units more; a repetition writes nothing", async () => {
  const { id } = await createDraft(world.notes, eightKilobytes);
  const others = await createDraft(world.notes, eightKilobytes);
  const publish = (post: number, headers: Record<string, string> = {}) =>
    costOf(() => call(publishPost, { as: "ada", params: { id: post }, headers }));
  const without = await publish(others.id);
  const first = await publish(id, { "idempotency-key": "a-publication" });
  expect(first.requests - without.requests).toBe(0);
  expect(first.depth - without.depth).toBe(0);
  expect(first.readUnits - without.readUnits).toBeLessThanOrEqual(1);
  expect(first.writeUnits - without.writeUnits).toBeLessThanOrEqual(2);
  const again = await publish(id, { "idempotency-key": "a-publication" });
  expect(again.writeUnits).toBe(0);
  expect(again.requests).toBeLessThanOrEqual(5);
});

test("one edit costs a builder that follows two requests and 24 KB, of a post of 8 KB", async () => {
  const { id } = await createLivePost(world.notes, eightKilobytes);
  const { cursor } = (await call(listChanges)).body;
  await setPageProperties(id, { showInMenus: true });
  const changes = await call(listChanges, { query: { cursor } });
  expect(changes.body.results).toHaveLength(1);
  const page = await call(readLivePage, {
    params: { id },
    query: "fields=*,digest,media,cover,-html_overview,-html_detail",
  });
  expect(changes.text.length).toBeLessThan(2_000);
  expect(changes.text.length + page.text.length).toBeLessThan(24_000);
});
