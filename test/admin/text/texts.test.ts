import fc from "fast-check";
import { type EditorState, NodeSelection, EditorState as States, TextSelection } from "prosemirror-state";
import { describe, expect, test } from "vitest";
import type { TextBlock } from "#lib/richtext/source/pieces.ts";
import { move, moveTo } from "../../../browser/admin/editor/text/moves.ts";
import { replaceText } from "../../../browser/admin/editor/text/replace-text.ts";
import { textSchema } from "../../../browser/admin/editor/text/schema.ts";
import { TextCodec, type Texts } from "../../../browser/admin/editor/text/texts.ts";
import { anyTextsOf } from "./any-texts.ts";

const features = [
  "bold",
  "italic",
  "code",
  "link",
  "h2",
  "h3",
  "ul",
  "ol",
  "ol-start",
  "hr",
  "blockquote",
] as const;

const schema = textSchema(features);

const makeCodec = () => new TextCodec(schema, features, new Set(["callout", "sighting"]));

const anyTexts = anyTextsOf(schema, features);

const stateOf = (texts: Texts, codec = makeCodec()): EditorState =>
  States.create({ doc: codec.docOf(texts) });

const paragraph = (value: string): TextBlock => ({ type: "paragraph", value });

const sample: Texts = {
  overview: [paragraph("<p>one</p><p>two</p>")],
  detail: [paragraph("<h2>three</h2>"), { type: "image", value: { id: 4 } }, paragraph("<p>five</p>")],
};

test("texts that nobody changes are written exactly as they were answered", () => {
  fc.assert(
    fc.property(anyTexts, (texts) => {
      const codec = makeCodec();
      const doc = codec.docOf(texts);
      doc.check();
      expect(codec.textsOf(doc)).toEqual(texts);
    }),
    { numRuns: 1_000 },
  );
});

test("a letter that is typed changes the element in which it stands, and no other", () => {
  const codec = makeCodec();
  const texts: Texts = {
    overview: [paragraph("<p>one</p>\n<p>two</p>")],
    detail: [paragraph("<p><u>old</u></p><p>new</p>"), paragraph("<p>its own block</p>")],
  };
  const state = stateOf(texts, codec);
  const end = TextSelection.atEnd(state.doc).from;
  const { doc } = state.tr.insertText("!", end);
  expect(codec.textsOf(doc)).toEqual({
    overview: texts.overview,
    detail: [texts.detail[0], paragraph("<p>its own block!</p>")],
  });
});

test("lines at the end in which nobody has written are not saved, and empty lines between others are", () => {
  const codec = makeCodec();
  const { nodes } = schema;
  const empty = () => nodes.paragraph!.create();
  const line = nodes.paragraph!.create(null, schema.text("words"));
  expect(codec.blocksOf([line, empty(), line, empty(), empty()])).toEqual([
    paragraph("<p>words</p><p></p><p>words</p>"),
  ]);
  expect(codec.blocksOf([empty()])).toEqual([]);
});

describe("the mark between overview and detail", () => {
  const marksIn = (state: EditorState) =>
    state.doc.children.filter(({ type }) => type.name === "more").length;

  test("is there once, whatever is deleted", () => {
    fc.assert(
      fc.property(anyTexts, fc.nat(), fc.nat(), (texts, one, other) => {
        const state = stateOf(texts);
        const { size } = state.doc.content;
        const [from, to] = [one % (size + 1), other % (size + 1)].sort((a, b) => a - b) as [number, number];
        const $from = state.doc.resolve(from);
        const selection = TextSelection.between($from, state.doc.resolve(to));
        const next = state.apply(state.tr.setSelection(selection).deleteSelection());
        next.doc.check();
        expect(marksIn(next)).toBe(1);
      }),
      { numRuns: 1_000 },
    );
  });

  test("moves with the keys of blocks, over one line after the other", () => {
    const codec = makeCodec();
    let state = stateOf(sample, codec);
    let at = 0;
    state.doc.forEach((node, offset) => {
      if (node.type.name === "more") at = offset;
    });
    state = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, at)));
    move(-1)(state, (tr) => {
      state = state.apply(tr);
    });
    expect(codec.textsOf(state.doc)).toEqual({
      overview: [paragraph("<p>one</p>")],
      detail: [paragraph("<p>two</p><h2>three</h2>"), ...sample.detail.slice(1)],
    });
    expect((state.selection as NodeSelection).node.type.name).toBe("more");
    const before = state;
    move(-1)(state, (tr) => {
      state = state.apply(tr);
    });
    expect(state).toBe(before);
  });
});

test("blocks move without a loss, wherever they are moved to", () => {
  fc.assert(
    fc.property(anyTexts, fc.nat(), fc.nat(), (texts, from, to) => {
      const codec = makeCodec();
      const state = stateOf(texts, codec);
      const count = state.doc.childCount;
      let at = 0;
      for (let index = 0; index < from % count; index++) at += state.doc.child(index).nodeSize;
      const tr = moveTo(state, at, to % (count + 1));
      if (!tr) return;
      tr.doc.check();
      const [before, after] = [state.doc, tr.doc].map((doc) => doc.children.map(String).sort());
      expect(after).toEqual(before);
    }),
    { numRuns: 500 },
  );
});

describe("texts that come from elsewhere", () => {
  test("are what the document has afterwards, from any texts to any other", () => {
    fc.assert(
      fc.property(anyTexts, anyTexts, (mine, theirs) => {
        const codec = makeCodec();
        const state = stateOf(mine, codec);
        const tr = replaceText(state, theirs, codec);
        const doc = tr?.doc ?? state.doc;
        doc.check();
        expect(codec.textsOf(doc)).toEqual(theirs);
      }),
      { numRuns: 1_000 },
    );
  });

  test("leave the cursor where it is in lines that stay", () => {
    const codec = makeCodec();
    let state = stateOf(sample, codec);
    const end = TextSelection.atEnd(state.doc);
    state = state.apply(state.tr.setSelection(end));
    const theirs = { ...sample, overview: [paragraph("<p>one and a half</p><p>new</p><p>two</p>")] };
    const next = state.apply(replaceText(state, theirs, codec)!);
    expect(next.selection.$from.parent.textContent).toBe("five");
    expect(next.selection.$from.parentOffset).toBe(4);
  });

  test("change nothing if they are what stands there, a blank at the end of a line apart", () => {
    const codec = makeCodec();
    const state = stateOf(sample, codec);
    const typed = state.apply(state.tr.insertText(" ", TextSelection.atEnd(state.doc).from));
    expect(replaceText(typed, sample, codec)).toBeUndefined();
  });
});
