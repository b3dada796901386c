import { Fragment, type Node } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import type { TextCodec, Texts } from "./texts.ts";

/**
 * The change that makes the text of a document that of `texts`, undefined if it is that already. Lines that
 * stay are not touched, so that the cursor in them stays where it is.
 */
export const replaceText = (state: EditorState, texts: Texts, codec: TextCodec): Transaction | undefined => {
  const { doc } = state;
  const target = codec.docOf(texts);
  const [before, after] = [doc, target].map((each) => each.children.map((node) => signOf(node, codec))) as [
    string[],
    string[],
  ];
  if (sameTexts(codec, doc, target)) return undefined;
  const { tr } = state;
  const hunks = hunksBetween(before, after);
  const offsets = offsetsOf(doc);
  // All at once where single changes would break a rule, as when the mark moves.
  const moved = hunks.some(({ from, to }) => before.slice(from, to).includes(more));
  if (moved) replaceRange(tr, doc.content, target.content, 0);
  else
    for (const { from, to, toFrom, toTo } of hunks.reverse()) {
      const old = Fragment.fromArray(doc.children.slice(from, to));
      const made = Fragment.fromArray(target.children.slice(toFrom, toTo));
      replaceRange(tr, old, made, offsets[from]!);
    }
  // Where only a part of a line was replaced, it is a new node.
  for (const [index, node] of tr.doc.children.entries()) {
    const wanted = target.maybeChild(index);
    if (wanted) codec.writeLike(node, wanted);
  }
  return tr;
};

const sameTexts = (codec: TextCodec, doc: Node, target: Node): boolean =>
  JSON.stringify(codec.textsOf(doc)) === JSON.stringify(codec.textsOf(target));

const more = "more";

const signOf = (node: Node, codec: TextCodec): string => {
  if (node.type.name === more) return more;
  const written = codec.writtenOf(node);
  const begins = node.attrs.begins === true ? "|" : "";
  if ("html" in written) return `${begins}h${written.html}`;
  return "block" in written ? `b${JSON.stringify(written.block)}` : "";
};

const offsetsOf = (doc: Node): readonly number[] => {
  const offsets = [0];
  for (const child of doc.children) offsets.push(offsets.at(-1)! + child.nodeSize);
  return offsets;
};

/** Replaces only what is different between the two. */
const replaceRange = (tr: Transaction, old: Fragment, made: Fragment, offset: number): Transaction => {
  const start = old.findDiffStart(made);
  if (start === null) return tr;
  const end = old.findDiffEnd(made)!;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const [to, madeTo] = [end.a + overlap, end.b + overlap];
  const slice = tr.doc.type.create(null, made).slice(start, madeTo);
  return tr.replace(offset + start, offset + to, slice);
};

interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly toFrom: number;
  readonly toTo: number;
}

/** The ranges that are different, by the longest common subsequence of what lies between equal ends. */
const hunksBetween = (before: readonly string[], after: readonly string[]): Hunk[] => {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const [olds, news] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const hunks: Hunk[] = [];
  let [oldAt, newAt] = [0, 0];
  const close = (oldTo: number, newTo: number) => {
    if (oldTo > oldAt || newTo > newAt)
      hunks.push({ from: start + oldAt, to: start + oldTo, toFrom: start + newAt, toTo: start + newTo });
  };
  for (const [old, made] of commonPairs(olds, news)) {
    close(old, made);
    [oldAt, newAt] = [old + 1, made + 1];
  }
  close(olds.length, news.length);
  return hunks;
};

/** More lines than these are replaced as a whole. */
const maxCells = 4_000_000;

const commonPairs = (
  olds: readonly string[],
  news: readonly string[],
): readonly (readonly [number, number])[] => {
  const width = news.length + 1;
  if ((olds.length + 1) * width > maxCells) return [];
  const lengths = new Uint16Array((olds.length + 1) * width);
  for (let old = olds.length - 1; old >= 0; old--)
    for (let made = news.length - 1; made >= 0; made--)
      lengths[old * width + made] =
        olds[old] === news[made]
          ? lengths[(old + 1) * width + made + 1]! + 1
          : Math.max(lengths[(old + 1) * width + made]!, lengths[old * width + made + 1]!);
  const pairs: [number, number][] = [];
  let [old, made] = [0, 0];
  while (old < olds.length && made < news.length) {
    if (olds[old] === news[made]) pairs.push([old++, made++]);
    else if (lengths[(old + 1) * width + made]! >= lengths[old * width + made + 1]!) old++;
    else made++;
  }
  return pairs;
};
