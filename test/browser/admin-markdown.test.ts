import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { samplePicture } from "#test/support/sample-picture.ts";
import { createDraft, useWorld } from "#test/support/world.ts";
import { browserOfUser, editorOf, editorText, saveAs, storedCopy, untilKept } from "./admin-writing.ts";
import { expectNoFaults } from "./looking.ts";
import { useServedSite } from "./served-site.ts";

const world = useWorld();
const site = useServedSite();

const toggle = (page: Page) => page.getByRole("button", { name: "Markdown" }).click();

const sourceOf = (page: Page) => page.getByRole("textbox", { name: "Text, as Markdown" });

const openSource = async (page: Page) => {
  await toggle(page);
  await sourceOf(page).waitFor();
};

const newPage = async (...html: readonly string[]): Promise<number> => {
  const detail = [{ type: "paragraph", value: html.join("") }];
  return (await createDraft(world.notes, { title: "An evening", overview: [], detail })).id;
};

/** A heading with an id of its own, for which Markdown has no words. */
const held = '<h2 data-block-key="#arrivals">In order of arrival</h2>';

const openEditor = async (id: number): Promise<Page> => editorOf(await browserOfUser(site), id);

test("a text that is only looked at as Markdown is not changed by it", async () => {
  const page = await openEditor(await newPage("<p>A <b>lamp</b>.</p>", held, "<ol><li>two midges</li></ol>"));
  const before = await editorText(page);
  await openSource(page);
  expect(await sourceOf(page).inputValue()).toBe(
    "A **lamp**.\n\n[[1: In order of arrival]]\n\n1. two midges\n",
  );
  await page.getByText("Markdown cannot hold these").waitFor();
  await expectNoFaults(page);
  await toggle(page);
  expect(await editorText(page)).toBe(before);
  await page.getByText("All saved").waitFor();
  await page.context().close();
});

test("what is typed as Markdown is kept as one types, and can be undone; a removed line is named", async () => {
  const id = await newPage("<p>A lamp.</p>", held);
  const page = await openEditor(id);
  const before = await editorText(page);
  await openSource(page);
  await sourceOf(page).fill("A lamp.\n\nA **last** line, ~~not~~ the *first*.\n");
  await page.getByText("Removed with its line: In order of arrival.").waitFor();
  await untilKept(page);
  expect(await storedCopy(id)).toContain("A <b>last</b> line, ~~not~~ the <i>first</i>.");
  await toggle(page);
  await page.locator(".ProseMirror").getByText("line, ~~not~~ the").waitFor();
  await page.locator(".ProseMirror").focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => editorText(page)).toBe(before);
  await page.getByText("All saved").waitFor();
  await page.context().close();
});

test("words of others arrive in the Markdown, and the cursor stays between its words", async () => {
  const id = await newPage("<p>The first line.</p>", "<p>The second line.</p>");
  const page = await openEditor(id);
  await openSource(page);
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await page.keyboard.type(" It goes on");
  await saveAs("ada", id, ({ detail }) => ({
    detail: detail.map(({ type, value }) => ({
      type,
      value: String(value).replace("The first line.", "The very first line, by somebody else."),
    })),
  }));
  await page.keyboard.press("Control+s");
  await expect.poll(() => sourceOf(page).inputValue(), { timeout: 15_000 }).toContain("by somebody else.");
  await page.keyboard.type(" and on.");
  expect(await sourceOf(page).inputValue()).toBe(
    "The very first line, by somebody else.\n\nThe second line. It goes on and on.\n",
  );
  await page.context().close();
});

test("a picture that is uploaded meanwhile joins what was written as Markdown", async () => {
  const id = await newPage("<p>Before the picture.</p>");
  const page = await openEditor(id);
  const { promise: isWritten, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(/\/api\/editor\/uploads\//, async (route) => {
    await isWritten;
    await route.continue();
  });
  await page.locator(".ProseMirror").focus();
  await page.keyboard.press("Control+End");
  await pastePicture(page, await samplePicture("png"));
  await page.getByText("Uploading heron.png").first().waitFor();
  await openSource(page);
  await sourceOf(page).fill("Before the picture, and **written** while it came.\n");
  letThrough();
  await expect
    .poll(() => sourceOf(page).inputValue(), { timeout: 30_000 })
    .toMatch(/while it came\.\n\n\[\[1: Picture\]\]\n$/);
  await toggle(page);
  await page.locator(".ProseMirror img").first().waitFor();
  expect(await editorText(page)).toContain("written while it came.");
  await untilKept(page);
  expect(await storedCopy(id)).toMatch(/<b>written<\/b> while it came.*"image"/);
  await page.context().close();
});

const pastePicture = (page: Page, bytes: Buffer): Promise<void> =>
  page.evaluate((base64) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    data.items.add(new File([content], "heron.png", { type: "image/png" }));
    const paste = { clipboardData: data, bubbles: true, cancelable: true };
    document.querySelector(".ProseMirror")?.dispatchEvent(new ClipboardEvent("paste", paste));
  }, bytes.toString("base64"));
