import type { BlockDescription } from "../../browser/admin/editor/text/context.ts";
import { mountTextEditor, type TextEditor, type Texts } from "../../browser/admin/editor/text/mount.ts";
import { englishEditorWords } from "../../browser/admin/editor/text/words.ts";

/** The page of the browser tests: an editor, and a way to give it a clipboard. */

interface Clipboard {
  readonly html?: string;
  readonly text?: string;
  /** Names of files; their content does not count. */
  readonly files?: readonly string[];
}

let editor: TextEditor | undefined;
let texts: Texts = { overview: [], detail: [] };
let changes = 0;
let leftOut: readonly string[] = [];
let nextMedium = 100;

const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

const page = {
  mount: (given: Texts, features: readonly string[], blocks: readonly BlockDescription[] = []) => {
    editor?.stop();
    [texts, changes, leftOut, nextMedium] = [given, 0, [], 100];
    const began = performance.now();
    editor = mountTextEditor(document.querySelector<HTMLElement>("#place")!, {
      ...{ texts: given, features, blocks, language: "en", words: englishEditorWords },
      changed: (next) => {
        texts = next;
        changes++;
      },
      pick: async () => ({ id: nextMedium++ }),
      upload: async ({ type }) =>
        type.startsWith("image/") ? { kind: "image", id: nextMedium++ } : undefined,
      media: async (kind, id) => ({
        url: kind === "image" ? pixel : "/medium",
        title: `Medium ${id}`,
        alt: `Picture ${id}`,
      }),
      findPages: async (query) => [{ title: `About ${query}`, url: "/about/" }],
      leftOut: (what) => {
        leftOut = what;
      },
    });
    return performance.now() - began;
  },
  set: (next: Texts) => editor?.set(next),
  /** The library puts its selection into the page once more, 20 ms after it got the focus. */
  focus: async () => {
    editor?.focus();
    await new Promise((done) => setTimeout(done, 60));
  },
  count: () => editor?.count(),
  texts: () => texts,
  changes: () => changes,
  leftOut: () => leftOut,
  paste: async ({ html, text, files = [] }: Clipboard) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData("text/html", html);
    if (text !== undefined) data.setData("text/plain", text);
    for (const name of files)
      data.items.add(new File(["x"], name, { type: `image/${name.split(".").pop()}` }));
    const target = document.querySelector(".te-text")!;
    target.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
    // The readers of pastes are loaded with the first one, and uploads follow.
    for (let turn = 0; turn < 20; turn++) await new Promise((done) => setTimeout(done));
  },
};

export type TestedPage = typeof page;

Object.assign(window, { tested: page });
