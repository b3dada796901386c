import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockPage } from "#lib/actions/pages/lock-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { applyDemo } from "#local/demo.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { silentMp3 } from "#test/support/mp3.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useTable } from "#test/support/table.ts";
import { expectNoFaults } from "./looking.ts";
import { pictures, useServedSite } from "./served-site.ts";
import { cookiesIn } from "./shown-page.ts";

useTable();
const site = useServedSite();
let folder: string;

/** A recording of 20 MB, which is sent in three parts. */
let recording: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-media-"));
  recording = join(folder, "Long night.mp3");
  await writeFile(recording, Buffer.concat([...silentMp3(20_000_000)]));
  await applyDemo();
  for (let index = 0; index < 130; index++)
    await makeImage({
      title: `Reed ${index}`,
      tags: index % 2 ? ["odd"] : [],
      description: "Reed in the wind",
    });
  await makeAudio({ title: "At night", tags: ["night"] });
  await makeVideo({ title: "A clip" });
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

/** A tab of somebody who has signed in. */
const tabOf = async (username = "ada"): Promise<Page> => {
  const context = await site.newProfile();
  await context.addCookies(cookiesIn(await cookiesOf(username), `${site.url}/`));
  return context.newPage();
};

test.each([
  "/cms/media/",
  "/cms/media/?view=list",
  "/cms/media/?kind=audio",
  "/cms/media/?kind=video",
  "/cms/media/?search=nothing",
])("the section at %s fits into every window, complains of nothing, and axe finds nothing", async (path) => {
  const headers = { cookie: await cookiesOf("ada") };
  const name = `media${path.replace(/\W+/g, "-")}`;
  await site.showInEachWindow(path, name, headers, async ({ page, complaints }) => {
    await page.locator(".heading .quiet").getByText(/\d/).waitFor();
    await page.waitForLoadState("networkidle");
    expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await expectNoFaults(page);
  });
});

test.each(["images", "audios", "videos"])(
  "the page of one of the %s fits into every window, complains of nothing, and axe finds nothing",
  async (kind) => {
    const page = await tabOf();
    const { results } = await (await page.request.get(`/api/editor/media/${kind}/`)).json();
    await page.context().close();
    const headers = { cookie: await cookiesOf("ada") };
    const path = `/cms/${kind}/${results.at(-1).id}/edit/`;
    await site.showInEachWindow(path, `media-${kind}`, headers, async ({ page, complaints }) => {
      await page.getByRole("button", { name: "Save" }).waitFor();
      await page.waitForLoadState("networkidle");
      await page.getByText("For programs").click();
      await page
        .getByText(`curl -X DELETE -H 'Authorization: Bearer TOKEN' '${site.url}/api/editor/media/`)
        .waitFor();
      expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      await expectNoFaults(page);
      await page.getByText("For programs").click();
    });
  },
);

interface DroppedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const picture = async (name: string, colour: string): Promise<DroppedFile> => ({
  name,
  type: "image/png",
  bytes: await samplePicture("png", { colour, width: 600, height: 400 }),
});

/** Drops files onto the page, as a file manager does. */
const drop = async (page: Page, files: readonly DroppedFile[]): Promise<void> => {
  const sent = files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString("base64") }));
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of ${JSON.stringify(sent)})
      data.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name, { type }));
    window.drag = (kind) =>
      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    drag("dragenter");
  })()`);
  // What takes files is loaded when they come, and a hand is slower.
  const isTaken = () => page.evaluate(`drag("dragover"), document.querySelector(".drop-place") !== null`);
  await expect.poll(isTaken, { timeout: 30_000 }).toBe(true);
  await page.evaluate(`drag("drop")`);
};

/** Lets a page send so many parts, and no other: then its connection is lost. Counts those that were sent. */
const watchParts = async (page: Page, most: number) => {
  await page.addInitScript(`{
    sessionStorage.most ??= ${most};
    sessionStorage.sent ??= 0;
    const send = fetch;
    window.fetch = async (address, init) => {
      if (init?.method !== "PUT" || !init.headers["x-amz-checksum-sha256"]) return send(address, init);
      if (Number(sessionStorage.sent) >= Number(sessionStorage.most)) throw new TypeError("Failed to fetch");
      sessionStorage.sent = Number(sessionStorage.sent) + 1;
      return send(address, init);
    };
  }`);
  return {
    sent: () => page.evaluate("Number(sessionStorage.sent)"),
    letThrough: (parts: number) =>
      page.evaluate(`sessionStorage.most = ${parts}; dispatchEvent(new Event("online"))`),
  };
};

test("several files are uploaded by a drop anywhere, while one goes on; each picture's alternative text is asked for", async () => {
  const page = await tabOf();
  await page.goto("/cms/pages/new/");
  await page.getByLabel("Title").fill("Half a title");
  await drop(page, [
    await picture("Coot.png", "teal"),
    await picture("Bittern.png", "maroon"),
    { name: "notes.txt", type: "text/plain", bytes: Buffer.from("Not a picture") },
  ]);
  const panel = page.getByRole("region", { name: "Uploads" });
  await panel.getByText("2 of 3 uploaded").waitFor();
  await panel.getByText("This is no picture, audio or video.").waitFor();
  await panel.getByText("2 pictures have no alternative text. What do they show?").waitFor();
  await expectNoFaults(page);
  expect(await page.getByLabel("Title").inputValue()).toBe("Half a title");
  await page.getByRole("link", { name: "Start" }).click();
  await page.getByRole("heading", { name: "Hello, ada" }).waitFor();
  await panel.getByLabel("Alternative text: Coot").fill("A coot on its nest");
  await page.keyboard.press("Enter");
  await panel.getByText("1 picture has no alternative text.").waitFor();
  // The next field has the focus, so that nobody has to look for it.
  await page.keyboard.type("A bittern in the reed");
  await page.keyboard.press("Enter");
  await expect.poll(() => panel.getByText("alternative text").count(), { timeout: 30_000 }).toBe(0);
  const { results } = await (
    await page.request.get("/api/editor/media/images/?details=true&pageSize=2")
  ).json();
  expect(results.map(({ title, alt_text }: Record<string, string>) => [title, alt_text]).sort()).toEqual([
    ["Bittern", "A bittern in the reed"],
    ["Coot", "A coot on its nest"],
  ]);
  await page.context().close();
});

test("an upload goes on after a lost connection and after a reload, and sends no part twice", async () => {
  const page = await tabOf();
  const watch = await watchParts(page, 1);
  await page.goto("/cms/media/?kind=audio");
  await page.getByLabel("Upload files").setInputFiles(recording);
  const panel = page.getByRole("region", { name: "Uploads" });
  const lost = panel.getByText("No connection; goes on by itself");
  await lost.waitFor();
  await expectNoFaults(page);
  await watch.letThrough(2);
  await expect.poll(watch.sent, { timeout: 30_000 }).toBe(2);
  await lost.waitFor();
  const asked = new Promise((resolve) =>
    page.once("dialog", (dialog) => resolve(dialog.accept().then(() => dialog.type()))),
  );
  // Browsers ask only where somebody has done something.
  await page.getByRole("searchbox").click();
  await page.reload();
  expect(await asked).toBe("beforeunload");
  await lost.waitFor();
  await watch.letThrough(100);
  await panel.getByText("1 of 1 uploaded").waitFor();
  // As many as the file has.
  expect(await watch.sent()).toBe(3);
  await page.locator(".rows").getByRole("link", { name: "Long night" }).waitFor();
  await page.context().close();
});

test("an upload is paused, resumed and cancelled by keys alone", async () => {
  const page = await tabOf();
  await watchParts(page, 0);
  await page.goto("/cms/media/");
  const other = join(folder, "Other night.mp3");
  await writeFile(other, Buffer.concat([...silentMp3(18_000_000)]));
  await page.getByLabel("Upload files").setInputFiles(other);
  const press = async (name: string) => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  await press("Pause Other night.mp3");
  const panel = page.getByRole("region", { name: "Uploads" });
  await panel.getByText("Paused").waitFor();
  await expectNoFaults(page);
  await press("Resume Other night.mp3");
  await panel.getByText("Uploads", { exact: true }).first().waitFor();
  await press("Cancel Other night.mp3");
  await expect.poll(() => panel.count(), { timeout: 30_000 }).toBe(0);
  await expect
    .poll(
      async () =>
        (await (await page.request.get("/api/editor/uploads/")).json()).map(
          ({ name }: { name: string }) => name,
        ),
      { timeout: 30_000 },
    )
    .not.toContain("Other night.mp3");
  await page.context().close();
});

test("a picture is replaced in the pages that use it, as drafts, with the result of each; then it is deleted", async () => {
  const page = await tabOf();
  const usesOf = async (id: number) =>
    (await (await page.request.get(`/api/editor/pages/?uses=image:${id}`)).json()).results;
  const { results } = await (await page.request.get("/api/editor/media/images/?q=First%20ice")).json();
  const old: number = results[0].id;
  // A post that has it in text and cover, one whose draft no longer has it, and one that is locked for all.
  const [one, other] = await usesOf(old);
  const posts = (await (await page.request.get("/api/editor/pages/?type=site.Post")).json()).results;
  const locked = posts.find(({ id }: { id: number }) => id !== one.id && id !== other.id);
  await saveDraft(locked.id, {
    ...{ authorId: null, permit: () => {} },
    change: (latest) => ({ ...latest, coverImage: { id: old, altText: "" } }),
  });
  await lockPage(locked.id, { permit: () => {}, ownerId: null });
  await page.goto(`/cms/images/${old}/edit/`);
  const uses = page.getByRole("region", { name: "Where it is used" });
  await uses.getByText("3 pages use it.").waitFor();
  expect(await uses.getByRole("link", { name: one.title }).getAttribute("href")).toBe(
    `/cms/pages/${one.id}/edit/`,
  );
  await page.getByRole("button", { name: "Replace the file" }).click();
  const dialog = page.getByRole("dialog", { name: "Replace the file" });
  const { bytes, ...file } = await picture("New ice.png", "navy");
  await dialog
    .getByLabel("Choose the new file")
    .setInputFiles({ name: file.name, mimeType: file.type, buffer: bytes });
  await dialog.getByRole("link", { name: "Open the new object" }).waitFor();
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Change 3 pages" }).click();
  await dialog.getByText("1 of 3 pages have a draft with the new file.").waitFor();
  const said = async (title: string) => dialog.getByRole("listitem").filter({ hasText: title }).textContent();
  expect(await said(one.title)).toBe(`${one.title}: has a draft with the new file`);
  expect(await said(other.title)).toContain("uses it only in what is public");
  expect(await said(locked.title)).toMatch(/: .*lock/i);
  await expectNoFaults(page);
  await page.screenshot({ path: join(pictures, "media-replaced.png") });
  const [made] = (await (await page.request.get("/api/editor/media/images/?q=New%20ice")).json()).results;
  expect((await usesOf(made.id)).map(({ id }: { id: number }) => id)).toEqual([one.id]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  const removal = page.getByRole("dialog", { name: "Delete this object" });
  await removal.getByRole("link", { name: other.title }).waitFor();
  await expectNoFaults(page);
  await removal.getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate("document.activeElement?.textContent"), { timeout: 30_000 })
    .toBe("Delete");
  await page.keyboard.press("Enter");
  await removal.getByRole("button", { name: "Delete it all the same" }).click();
  await page.waitForURL(/\/cms\/media\/$/);
  expect((await page.request.get(`/api/editor/media/images/${old}/`)).status()).toBe(404);
  await page.context().close();
});

test("what is said of an object is changed, refused with the reason at its field, and asked about before one leaves", async () => {
  const page = await tabOf();
  const { results } = await (await page.request.get("/api/editor/media/audios/?q=At%20night")).json();
  await page.goto(`/cms/audios/${results[0].id}/edit/`);
  await page.getByRole("button", { name: "Add a chapter" }).click();
  const chapter = page.getByRole("group", { name: "Chapter 1" });
  await chapter.getByLabel("Title").fill("Owls");
  await chapter.getByLabel("Start").fill("soon");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Expected seconds, or a time such as 1:02:03.45").waitFor();
  await expectNoFaults(page);
  page.once("dialog", (dialog) => void dialog.dismiss());
  await page.getByRole("link", { name: "Back to media" }).click();
  await chapter.getByLabel("Start").fill("1:05");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByLabel("Give a transcript").setInputFiles({
    name: "night.vtt",
    mimeType: "",
    buffer: Buffer.from("WEBVTT\n\n00:01.000 --> 00:02.000\nHoo\n"),
  });
  await page.getByText("There is a transcript").waitFor();
  const read = await (await page.request.get(`/api/editor/media/audios/${results[0].id}/`)).json();
  expect(read.chapters).toEqual([{ start: 65, title: "Owls", link: "", image: "" }]);
  expect(read.transcript).not.toBeNull();
  await page.context().close();
});
