import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { useEditor } from "#test/admin/served-editor.ts";

const folder = fileURLToPath(new URL("../admin/paste/", import.meta.url));

const editor = useEditor();

const features = [
  ...(["bold", "italic", "strikethrough", "superscript", "subscript", "code", "link"] as const),
  ...(["h2", "h3", "h4", "ul", "ol", "ol-start", "hr", "blockquote"] as const),
];

const table = { type: "table", label: "Table", fields: [] };

const pasted = async (name: string, allowed: readonly string[], blocks: (typeof table)[]) => {
  const text = name.endsWith(".txt") ? "text" : "html";
  const clipboard = { [text]: readFileSync(`${folder}${name}`, "utf8") };
  return editor.page.evaluate(
    async ([clipboard, features, blocks]) => {
      globalThis.tested.mount({ overview: [], detail: [] }, features, blocks);
      await globalThis.tested.focus();
      await globalThis.tested.paste(clipboard);
      return { blocks: globalThis.tested.texts().overview, left_out: globalThis.tested.leftOut() };
    },
    [clipboard, allowed, blocks] as const,
  );
};

const names = readdirSync(folder).filter((name) => /\.(?:html|txt)$/.test(name));

describe("a paste becomes blocks, and says what it left out", () => {
  test.each(names)("%s", async (name) => {
    const result = await pasted(name, features, [table]);
    for (const { type, value } of result.blocks)
      if (type === "paragraph") expect(sanitizeRichText(String(value), features)).toEqual({ html: value });
    await expect(`${JSON.stringify(result, null, 2)}\n`).toMatchFileSnapshot(
      `${folder}results/${name.replace(/\.\w+$/, "")}.json`,
    );
    expect(editor.complaints).toEqual([]);
  });
});

test("a paste keeps nothing that the site does not have", async () => {
  for (const name of names) {
    const { blocks } = await pasted(name, ["bold"], []);
    for (const { type, value } of blocks) {
      if (type !== "paragraph") continue;
      expect(String(value)).not.toMatch(/<(?!\/?(?:p|b)\b|br\/)/);
      expect(sanitizeRichText(String(value), ["bold"])).toEqual({ html: value });
    }
  }
});
