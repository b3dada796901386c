import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keptFeatureNames } from "#lib/richtext/features.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { nodesOfHtml } from "../../../browser/admin/editor/text/read-html.ts";
import { textSchema } from "../../../browser/admin/editor/text/schema.ts";
import { TextCodec } from "../../../browser/admin/editor/text/texts.ts";
import { htmlOfNodes } from "../../../browser/admin/editor/text/write-html.ts";
import { richNode } from "./documents.ts";

const featureSets = [
  keptFeatureNames,
  ["bold", "italic", "ol", "ul", "hr", "link", "document-link"],
  ["bold", "link", "h2", "h3", "blockquote", "ul"],
  ["italic", "code", "ol"],
  [],
] as const;

const cleaned = (html: string, features: readonly string[]) =>
  sanitizeRichText(html, features as typeof keptFeatureNames);

describe("the HTML of the editor is that which the service gives back", () => {
  test.each(featureSets.map((features) => [features.join(" ") || "no features", features] as const))(
    "for random documents with %s",
    (_, features) => {
      const schema = textSchema(features);
      fc.assert(
        fc.property(fc.array(richNode(schema), { minLength: 1, maxLength: 5 }), (nodes) => {
          for (const node of nodes) node.check();
          const written = new TextCodec(schema, features, new Set()).blocksOf(nodes);
          for (const { value } of written) expect(cleaned(String(value), features)).toEqual({ html: value });
        }),
        { numRuns: 400 },
      );
    },
  );
});

const fragments = fc.constantFrom(
  ..."<p>|</p>|<b>|</b>|<strong>|</strong>|<i>|</i>|<code>|</code>|<s>|</s>|<sup>|</sup>|<br>|<hr>|<ul>|</ul>|<ol>|<ol start='4'>|</ol>|<li>|</li>|<li data-block-key='x1'>|<blockquote>|</blockquote>|<h2>|</h2>|<h3 data-block-key='#own'>|</h3>|<a href='https://birds.example/?a=1&amp;b=2'>|<a href='https://birds.example/'>|<a linktype='page' id='3'>|</a>|<div>|</div>|<td>|text| |&lt;b&gt;|&amp;|&nbsp;|\"|wren ".split(
    "|",
  ),
);

describe("clean HTML becomes nodes and the same HTML again", () => {
  test.each(featureSets.map((features) => [features.join(" ") || "no features", features] as const))(
    "with %s",
    (_, features) => {
      const schema = textSchema(features);
      fc.assert(
        fc.property(fc.array(fragments, { maxLength: 30 }), (parts) => {
          const clean = cleaned(parts.join(""), features);
          if (!("html" in clean)) return;
          const nodes = nodesOfHtml(clean.html, schema, features);
          expect(nodes && htmlOfNodes(nodes)).toBe(clean.html);
          for (const node of nodes ?? []) node.check();
        }),
        { numRuns: 3_000 },
      );
    },
  );
});
