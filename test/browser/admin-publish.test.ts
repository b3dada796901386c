import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeAudio, makeImage } from "#test/support/media.ts";
import { useAdminSite } from "./admin-site.ts";
import { browserOfUser, tabOfNewPost, typeAtEnd, untilKept } from "./admin-writing.ts";
import { expectNoFaults } from "./looking.ts";

const site = useAdminSite();
const { ask } = site;

const openPanel = (page: Page) => page.getByRole("button", { name: "Publish", exact: true }).click();

const publishNow = async (page: Page) => {
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("It is public.").waitFor();
};

const undo = async (page: Page) => {
  await page.getByRole("region", { name: "Publish" }).getByRole("button", { name: "Undo" }).click();
  await page.getByText("It is as it was.").waitFor();
};

const textAt = async (page: Page, path: string) => {
  const answer = await page.request.get(path);
  return [answer.status(), await answer.text()] as const;
};

test("a first publication is taken back by unpublishing, a later one by publishing what was public", async () => {
  const page = await tabOfNewPost(site, "Two shoots of reed");
  await typeAtEnd(page, "Green at the foot.");
  await openPanel(page);
  await publishNow(page);
  await undo(page);
  expect((await textAt(page, "/notes/two-shoots-of-reed/"))[0]).toBe(404);
  await publishNow(page);
  expect((await textAt(page, "/notes/two-shoots-of-reed/"))[1]).toContain("Green at the foot.");
  await typeAtEnd(page, " Brown at the top.");
  await page.locator("ins").getByText("Brown at the top.").waitFor();
  await publishNow(page);
  await undo(page);
  const [, html] = await textAt(page, "/notes/two-shoots-of-reed/");
  expect(html).toContain("Green at the foot.");
  expect(html).not.toContain("Brown at the top.");
  expect(await page.locator(".ProseMirror").textContent()).toContain("Brown at the top.");
  await page.reload();
  await page.locator(".ProseMirror").getByText("Brown at the top.").waitFor();
  await page.context().close();
});

test("what was public comes back also if one publishes before the panel has read it", async () => {
  const page = await tabOfNewPost(site, "Sooner than read");
  await typeAtEnd(page, "As it was.");
  await openPanel(page);
  await publishNow(page);
  await openPanel(page);
  await typeAtEnd(page, " As it is.");
  await untilKept(page);
  const { promise: isPublished, resolve: letThrough } = Promise.withResolvers<void>();
  // The panel is opened anew, and its first question waits.
  let asked = 0;
  await page.route(/\/revisions\/\?/, async (route) => {
    if (asked++ === 0) await isPublished;
    await route.continue();
  });
  await openPanel(page);
  await publishNow(page);
  letThrough();
  await undo(page);
  const [status, html] = await textAt(page, "/notes/sooner-than-read/");
  expect([status, html.includes("As it was."), html.includes("As it is.")]).toEqual([200, true, false]);
  await page.context().close();
});

test("nothing can be undone once somebody has saved", async () => {
  const page = await tabOfNewPost(site, "Saved meanwhile");
  await typeAtEnd(page, "One line.");
  await openPanel(page);
  await publishNow(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator(".ProseMirror").getByText("One line.").waitFor();
  await typeAtEnd(other, " Another.");
  await untilKept(other);
  await other.getByRole("button", { name: "Save" }).click();
  await other.getByText("All saved").waitFor();
  await page.getByRole("region", { name: "Publish" }).getByRole("button", { name: "Undo" }).click();
  await page.getByText("so nothing was undone").waitFor();
  expect((await textAt(page, "/notes/saved-meanwhile/"))[0]).toBe(200);
  await page.context().close();
});

test("the panel names what is missing, links that lead nowhere, and what the service refuses", async () => {
  const page = await tabOfNewPost(site, "Dead ends");
  await typeAtEnd(page, "See [the hut](/notes/no-such-hut/) .");
  await openPanel(page);
  await page.getByText("It has no summary.").waitFor();
  await page.getByText("It has no cover to share it with.").waitFor();
  await page.getByText("“the hut” leads to a page that readers cannot open: /notes/no-such-hut/").waitFor();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Make a link to show the draft" }).click();
  const address = await page
    .getByLabel("Whoever has this address sees the draft for seven days.")
    .inputValue();
  const guest = await site.newProfile();
  expect(await (await guest.request.get(address)).text()).toContain("the hut");
  await guest.close();
  await page.context().close();
});

test("the preview shows the page in its theme beside the text, and follows what is typed", async () => {
  const page = await tabOfNewPost(site, "Seen beside");
  await typeAtEnd(page, "A grebe.");
  await untilKept(page);
  await page.getByRole("button", { name: "Preview" }).click();
  const shown = page.frameLocator("iframe").first();
  await shown.getByText("A grebe.").waitFor();
  await typeAtEnd(page, " And its chick.");
  await shown.getByText("A grebe. And its chick.").waitFor();
  await page.context().close();
});

test("a link in the preview opens a tab of its own, as readers would see it, and the preview stays", async () => {
  const page = await tabOfNewPost(site, "Leads on");
  await typeAtEnd(page, "See [the blog](/notes/) ");
  await untilKept(page);
  await page.getByRole("button", { name: "Preview" }).click();
  const shown = page.frameLocator("iframe").first();
  const opened = page.context().waitForEvent("page");
  await shown.getByRole("link", { name: "the blog" }).click();
  const tab = await opened;
  await tab.getByRole("heading", { level: 1, name: "Notes" }).waitFor();
  expect(await tab.evaluate("[origin, opener]")).toEqual([site.url, null]);
  await shown.getByText("See the blog").waitFor();
  await page.context().close();
});

test("what readers will see change names media by their titles, and blocks as people do", async () => {
  const page = await tabOfNewPost(site, "Seen by its title");
  const [, id] = /pages\/(\d+)\//.exec(page.url())!;
  const { results } = await ask("GET", "/api/editor/media/images/?q=heron");
  const [image] = results as { readonly id: number; readonly title: string }[];
  await typeAtEnd(page, "A heron.");
  await openPanel(page);
  await publishNow(page);
  const { detail, latest_revision_id } = await ask("GET", `/api/editor/posts/${id}/`);
  await ask("PATCH", `/api/editor/posts/${id}/`, {
    ...{ base_revision_id: latest_revision_id, cover_image: { id: image!.id } },
    detail: [...detail, { type: "gallery", value: [{ id: image!.id, caption: "In the reed" }] }],
  });
  await page.reload();
  await openPanel(page);
  const changes = page.locator(".publish ins");
  await changes.getByText(`[Gallery] ${image!.title}, In the reed`).waitFor();
  await changes.getByText(image!.title, { exact: true }).waitFor();
  await page.context().close();
});

test("the panel counts pictures without alternative text wherever they stand, and an episode without number", async () => {
  const [image, audio] = [
    await makeImage({ title: "Ice", description: "" }),
    await makeAudio({ title: "Ice" }),
  ];
  const seen = await makeImage({ title: "Reed", description: "Reed in the wind" });
  const pictures = [image.id, seen.id].map((id) => ({ id }));
  const { id } = await ask("POST", "/api/editor/episodes/", {
    ...{ title: "All of it", parent: { id: 8 }, podcast_audio: { id: audio.id } },
    ...{ overview_markdown: "Ice.", cover_image: { id: seen.id, alt_text: "Reed" } },
    detail: [
      { type: "image", value: pictures[0] },
      { type: "gallery", value: pictures },
    ],
  });
  const page = await (await browserOfUser(site)).newPage();
  await page.goto(`/cms/pages/${id}/edit/`);
  await openPanel(page);
  await page.getByText("2 pictures have no alternative text.").waitFor();
  await page.getByText("The episode has no number.").waitFor();
  await page.context().close();
});
