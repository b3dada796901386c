import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { usePublishing } from "../publish-service.ts";

useWorld();
const service = usePublishing();

/** Parts of a text as different authors write them, and what each is in the service. */
const parts = [
  ["Words that\nrun over *several*\nlines, with `code`.", "<p>Words"],
  ["A [link][ref] and __weight__,\nand a hard  \nbreak.", "<p>A"],
  ["Setext\n------", "<h2"],
  ["### Closed ###", "<h3"],
  ["* star\n* stars\n    * within", "<ul"],
  ["- minus\n\n- loose", "<ul"],
  ["1) round\n2) rounder", "<ol"],
  ["> quoted\nlazily", "<blockquote"],
  ["* * *", "<hr"],
  ["```js\nlet  a;\n\n  let b;\n```", "code"],
  ["<!-- a note to myself -->", ""],
  ["Wörter & <b>HTML</b> \\*escaped\\*.", "<p>W"],
] as const;

const heads = [
  [
    "---\n# mine\n",
    "title: 'One'   # a title\n",
    "tags: [a,  b]\n",
    "summary: >\n  Folded\n  text.\n",
    "---\n",
  ],
  ["---\n", "Title: One\n", "tags:\n  - a\n  - b\n", 'Description: "Said"\n', "---\n"],
  ["+++\n", "title = 'One'\n", 'tags = [ "a", "b" ] # two\n', 'summary = """\nSaid"""\n', "+++\n"],
] as const;

/** An edit of the text as an editor could make it. */
type Edit = (html: string, at: number) => string;

const edits: readonly Edit[] = [
  (html) => html.replace(/(>|\s)([A-Za-z]{3,})/, "$1$2 indeed"),
  (html) => html.replace(/\b(?:Words|weight|quoted|star|rounder)\b/, "<i>changed</i>"),
  (html, at) => html.replace(/<\/p>(?=<p|<h|<ul|$)/, `</p><p>A new paragraph ${at}.</p>`),
  (html) => html.replace(/<li>/, "<li>first of all</li><li>"),
  (html) => html.replace(/<h2/, "<h4").replace(/<\/h2>/, "</h4>"),
  (html) => html.replace(/<p>(?:(?!<\/p>).)*<\/p>/, ""),
  (html, at) => `<p>Begun ${at}</p>${html}`,
  (html) => `${html}<p>Ended</p>`,
];

const change = fc.record({
  head: fc.nat({ max: heads.length - 1 }),
  parts: fc.uniqueArray(fc.nat({ max: parts.length - 1 }), { minLength: 1, maxLength: 7 }),
  eol: fc.constantFrom("\n", "\r\n"),
  edits: fc.array(fc.nat({ max: edits.length - 1 }), { maxLength: 3 }),
  fields: fc.record(
    {
      title: fc.constantFrom("Two: words", "'Quoted'", "One"),
      tags: fc.constantFrom(["b"], ["a", "b", "c, d"], []),
      search_description: fc.constantFrom("", "A new\nsummary", "007"),
      seo_title: fc.constantFrom("For # searches"),
    },
    { requiredKeys: [] },
  ),
});

test("after random edits, a pulled file says what its page says, and differs only where somebody edited", async () => {
  let [count, changed] = [0, 0];
  await fc.assert(
    fc.asyncProperty(change, async ({ head, parts: chosen, eol, edits: made, fields }) => {
      const name = `random-${++count}`;
      const texts = chosen.map((at) => parts[at]![0]);
      const lines = [heads[head]!.join(""), ...texts, "[ref]: https://birds.example/a"];
      const own = `${lines.join("\n\n")}\n`.replaceAll("\n", eol);
      const file = await service.write(`${name}/${name}.md`, own);
      const run = async (command: string) => {
        const args = [file.slice(0, -name.length - 4), "--parent", "/home/notes", "--json"];
        const { stdout, stderr } = await service.run(command, ...args);
        const document = JSON.parse(stdout);
        return { stderr, ...document.results[0] };
      };
      const { id, errors } = await run("publish");
      expect(errors).toEqual([]);
      const stored = (await call(readPost, { as: "ada", params: { id } })).body;
      const detail = stored.detail.map(({ type, value }: { type: string; value: unknown }) => ({
        type,
        value:
          type === "paragraph"
            ? made.reduce((html, edit, at) => edits[edit]!(html, at), String(value))
            : value,
      }));
      const kept = detail.filter(({ value }: { value: unknown }) => value !== "");
      const body = { ...fields, detail: kept, base_revision_id: String(stored.latest_revision_id) };
      const saved = await call(updatePost, { as: "su", params: { id }, body });
      expect([saved.status, JSON.stringify(saved.body)]).toEqual([200, expect.anything()]);
      const pulled = await run("pull");
      const after = await readFile(file, "utf8");
      expect([pulled.outcome, pulled.error, own]).toEqual([
        after === own ? "unchanged" : "pulled",
        null,
        own,
      ]);
      if (after !== own) changed++;
      // The edits are not public yet.
      expect([(await run("plan")).action, after]).toEqual([after === own ? "unchanged" : "publish", after]);
      expect((await run("pull")).outcome).toBe("unchanged");
      expect(await readFile(file, "utf8")).toBe(after);
      // Parts in which the page says the same are still there, and so is a comment.
      const now = (saved.body.detail as { value: unknown }[])
        .map(({ value }) => JSON.stringify(value))
        .join();
      const before = stored.detail.map(({ value }: { value: unknown }) => JSON.stringify(value)).join();
      if (now === before) for (const text of texts) expect(after).toContain(text.replaceAll("\n", eol));
      if (chosen.includes(10) && made.length === 0) expect(after).toContain("<!-- a note to myself -->");
      if (Object.keys(fields).length === 0)
        expect(after.startsWith(heads[head]!.join("").replaceAll("\n", eol))).toBe(true);
    }),
    { numRuns: 40 },
  );
  expect(changed).toBeGreaterThan(20);
}, 120_000);
