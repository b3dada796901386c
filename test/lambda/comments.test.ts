import { expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { approveComment, listComments } from "#lib/routes/comments.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { commentOnPage } from "#lib/routes/site-comments.ts";
import { call } from "#test/support/call.ts";
import { hiddenFieldsIn } from "#test/support/site-pages.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

test("a visitor comments by the form of a page, and a moderator lets it be seen", async () => {
  await applyManifest({ version: 1, site: { name: "Test site", base_url: process.env.LAMBDA_URL! } });
  const { id, slug } = await createLivePost(world.notes);
  const path = `notes/${slug}/`;
  const form = await (await fetch(`${process.env.LAMBDA_URL}/${path}?comment=new`)).text();
  // Who sends it sooner than a person can write is refused.
  const opened = String(Date.now() - 60_000);
  const fields = { ...hiddenFieldsIn(form), opened, name: "Bo", email: "bo@example.org", text: "A heron!" };
  const sent = await call(commentOnPage, {
    params: { path } as never,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  expect(sent.status).toBe(303);
  const { results } = (await call(listComments, { as: "mo" })).body;
  expect(results).toMatchObject([{ text: "A heron!" }]);
  expect((await call(approveComment, { as: "mo", params: { id: results[0].id } })).status).toBe(200);
  const shown = (await call(readLivePage, { params: { id } })).body.comments;
  expect(shown).toMatchObject([{ comment: "A heron!" }]);
});
