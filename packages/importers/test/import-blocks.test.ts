import { describe, expect, test } from "vitest";
import { useWorld } from "../../../test/support/world.ts";
import { htmlSources } from "./html-sources.ts";
import { useImporting } from "./importing.ts";

useWorld();
const { importHtml: imported } = useImporting();

describe("tables of HTML", () => {
  test.each(Object.keys(htmlSources))(
    "of %s are tables with their captions, headers, alignments, links and formatting",
    async (name) => {
      const html = `<figure class="wp-block-table"><table><thead><tr><th>Bird</th><th style="text-align:right">Seen</th></tr></thead><tbody><tr><td><a href="https://x.example/">Teal</a></td><td><strong>4</strong> | 5</td></tr><tr><td>Heron</td></tr></tbody></table><figcaption>At <em>dawn</em></figcaption></figure>`;
      const { body, notes, manifest } = await imported(html, name);
      expect(body).toBe(`| Bird | Seen |
| --- | ---: |
| [Teal](https://x.example/) | **4** \\| 5 |
| Heron |  |

Table: At *dawn*
`);
      expect(notes.filter((note) => /^(?:table|element|formatting)/.test(note))).toEqual([]);
      expect(manifest).toContain("  ready_blocks:\n    - table\n");
    },
  );

  test("have the first of joined cells, headers on the left in bold, and a foot last; lines become breaks", async () => {
    const { body, notes } = await imported(
      `<table><tfoot><tr><td>Sum</td><td>9</td><td>9</td></tr></tfoot><thead><tr><th>Bird</th><th colspan="2">Counts</th></tr><tr><th></th><th>May</th><th>June</th></tr></thead><tr><th rowspan="2">Teal</th><td class="has-text-align-center">1<br/>a</td><td><p>2</p><p>b</p></td></tr><tr><td class="has-text-align-center">3</td><td><ul><li>c</li><li>d</li></ul></td></tr></table>`,
    );
    expect(body).toBe(`| Bird | Counts |  |
| --- | --- | --- |
|  | **May** | **June** |
| **Teal** | 1<br>a | 2<br>b |
|  | 3 | • c<br>• d |
| Sum | 9 | 9 |
`);
    expect(notes.filter((note) => note.startsWith("table"))).toEqual([
      "table_cells: a cell over several: Counts",
      "table_cells: a cell over several: Teal",
      "table_cells: a second row of headers: MayJune",
    ]);
  });

  test("of too many columns are lines of text, and told", async () => {
    const { body, notes, manifest } = await imported(
      `<table><tr><td>a</td>${"<td>b</td>".repeat(60)}</tr></table>`,
    );
    expect(body).toMatch(/^a \| b \| b/);
    expect(notes.filter((note) => note.startsWith("table"))).toEqual([expect.stringMatching(/^table: abb/)]);
    expect(manifest).not.toContain("ready_blocks");
  });

  test.each(["<table>", '<table role="presentation">'])(
    "for layout are the texts and tables in their cells, and told: %s",
    async (start) => {
      const { body, notes } = await imported(
        `${start}<caption>c</caption><tr><td>a</td><td><h2>b</h2><table><tr><td>1</td></tr></table></td></tr></table>`,
      );
      expect(body).toBe("c\n\na\n\n## b\n\n|  |\n| --- |\n| 1 |\n");
      expect(notes.filter((note) => note.startsWith("table"))).toEqual(["table: cab1"]);
    },
  );

  test("without a cell, or with a span that no table has, harm nothing", async () => {
    const { body } = await imported(
      `<table></table><table><tr></tr></table><p>x</p><table><tr><td rowspan="99999999" colspan="0">a</td></tr><tr><td colspan="-3">b</td></tr></table>`,
    );
    expect(body).toBe("x\n\n|  |  |\n| --- | --- |\n| a |  |\n|  | b |\n");
  });
});

describe("callouts of HTML", () => {
  test.each([
    [
      "Ghost's callouts, by their sign",
      '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">⚠️</div><div class="kg-callout-text">Thin <b>ice</b></div></div>',
      "> [!WARNING]\n> ⚠️ Thin **ice**\n",
    ],
    [
      "Ghost's callouts, by their color",
      '<div class="kg-card kg-callout-card kg-callout-card-red"><div class="kg-callout-text">Thin ice</div></div>',
      "> [!CAUTION]\n> Thin ice\n",
    ],
    [
      "Ghost's toggles",
      '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">More</h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>One</p><ul><li>two</li></ul></div></div>',
      "> [!NOTE] More\n> One\n>\n> - two\n",
    ],
    [
      "texts that open",
      '<!-- wp:details --><details class="wp-block-details"><summary>More</summary><!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --></details><!-- /wp:details -->',
      "> [!NOTE] More\n> One\n",
    ],
    [
      "blocks of WordPress, with a title",
      '<div class="wp-block-ugb-notification ugb-notification--type-error"><h5 class="ugb-notification__title">Stop</h5><p>Thin ice</p></div>',
      "> [!CAUTION] Stop\n> Thin ice\n",
    ],
    [
      "admonitions, whose title is the name of the kind",
      '<div class="admonition tip"><p class="admonition-title">Tip</p><p>Look up</p></div>',
      "> [!TIP]\n> Look up\n",
    ],
    [
      "alerts with a list in them, and code below them",
      '<div class="alert alert-warning" role="alert"><ol start="4"><li>four</li></ol><pre><code class="language-js">a();\nb();</code></pre></div>',
      "> [!WARNING]\n>\n> 4. four\n\n```js\na();\nb();\n```\n",
    ],
  ])("are callouts: %s", async (_, html, expected) => {
    const { body, notes, manifest } = await imported(`<p>Before</p>${html}<p>After</p>`);
    expect(body).toBe(`Before\n\n${expected}\nAfter\n`);
    expect(notes.filter((note) => /^(?:element|formatting)/.test(note))).toEqual([]);
    expect(manifest).toContain("  ready_blocks:\n    - callout\n");
  });

  test("pictures, tables and callouts in a callout stand below it", async () => {
    const { body } = await imported(
      '<div class="callout"><p>a</p><table><tr><td>b</td></tr></table><details><summary>c</summary>d</details></div>',
    );
    expect(body).toBe("> [!NOTE]\n> a\n\n|  |\n| --- |\n| b |\n\n> [!NOTE] c\n> d\n");
  });

  test("a pull quote stays a quote, and an element with such a name nothing but its text", async () => {
    const { body, manifest } = await imported(
      '<figure class="wp-block-pullquote"><blockquote><p>Cold.</p><cite>Bo</cite></blockquote></figure><lectern-callout kind="odd">x</lectern-callout><div class="callout"> </div>',
    );
    expect(body).toBe("> Cold.\n>\n> Bo\n\n> [!NOTE]\n> x\n");
    expect(manifest).toContain("- callout");
  });
});

test("footnotes of WordPress's block are footnotes, also in tables and callouts", async () => {
  const { body, manifest } = await imported(
    `<p>Ice<sup data-fn="a" class="fn"><a href="#a" id="a-link">1</a></sup></p><table><tr><td>Reed<sup data-fn="b" class="fn"><a href="#b" id="b-link">2</a></sup></td></tr></table><ol class="wp-block-footnotes"><li id="a">Thin. <a href="#a-link">↩︎</a></li><li id="b">Tall. <a href="#b-link">↩︎</a></li></ol>`,
  );
  expect(body).toBe("Ice[^1]\n\n|  |\n| --- |\n| Reed[^2] |\n\n[^1]: Thin.\n[^2]: Tall.\n");
  expect(manifest).toContain("  ready_blocks:\n    - table\n    - footnotes\n");
});
