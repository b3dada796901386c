import { maxHeadBytes, type PartHead, partHeadIn } from "#lib/http/multipart-head.ts";
import { unreadableForm } from "#lib/http/unreadable-form.ts";
import { beginningWith } from "./beginning-with.ts";

/** A part of a form whose body is still arriving. */
export interface FormPart extends PartHead {
  /** The lines above the content, as they came, without the blank one that ends them. */
  readonly head: Buffer;
  /** In pieces of at least one byte. To be read before the next part; what is not read is skipped. */
  readonly content: AsyncGenerator<Buffer>;
}

/**
 * The parts of a `multipart/form-data` body in their order, read as `multipartEntries` reads those of a body
 * that is there already; with the last of them the body has been read to its end. Holds no more of it than a
 * piece and a part's head. Refused, as soon as it shows: `parse_error`. What the body throws is thrown, in
 * the midst of a content, too.
 */
export async function* formParts(body: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    const text = textOf(pieces);
    const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
    await skip(text.until(delimiter));
    while (!(await text.startsWith(hyphens))) {
      const part = await partIn(text.until(delimiter));
      yield part;
      await skip(part.content);
    }
    while (!(await pieces.next()).done);
  } finally {
    await pieces.return?.();
  }
}

const hyphens = Buffer.from("--");

/** A body that is read from its beginning to its end. */
interface Text {
  /** What comes before a mark, which is read as well. Refused: a body without it. */
  readonly until: (mark: Buffer) => AsyncGenerator<Buffer>;
  /** True where a mark comes next, which is not read yet. */
  readonly startsWith: (mark: Buffer) => Promise<boolean>;
}

const textOf = (pieces: AsyncIterator<Buffer>): Text => {
  // The first boundary needs no line break in front of it.
  let held: Buffer = Buffer.from("\r\n");
  const holdMore = async () => {
    const { value, done } = await pieces.next();
    if (done) throw unreadableForm();
    held = held.length === 0 ? value : Buffer.concat([held, value]);
  };
  const take = (count: number) => {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    until: async function* (mark) {
      let at = held.indexOf(mark);
      while (at < 0) {
        const before = take(beginningOf(mark, held));
        if (before.length > 0) yield before;
        await holdMore();
        at = held.indexOf(mark);
      }
      const last = take(at);
      take(mark.length);
      if (last.length > 0) yield last;
    },
    startsWith: async (mark) => {
      while (held.length < mark.length) await holdMore();
      return held.subarray(0, mark.length).equals(mark);
    },
  };
};

/** Where a mark, which is not in the bytes, may begin at their end; their length where it does not. */
const beginningOf = (mark: Buffer, bytes: Buffer): number => {
  const at = bytes.indexOf(mark.subarray(0, 1), Math.max(0, bytes.length - mark.length + 1));
  return at < 0 ? bytes.length : at;
};

/**
 * The part in what comes between two boundaries: the rest of the first one's line, the head, and the content.
 */
const partIn = async (section: AsyncGenerator<Buffer>): Promise<FormPart> => {
  let start = Buffer.alloc(0);
  let headStart = -1;
  let headEnd = -1;
  while (headEnd < 0) {
    const { value, done } = await section.next();
    if (done || start.length > maxHeadBytes) throw unreadableForm();
    start = Buffer.concat([start, value]);
    headStart = start.indexOf(lineBreak) + lineBreak.length;
    headEnd = start.subarray(0, maxHeadBytes).indexOf("\r\n\r\n", headStart);
  }
  const head = start.subarray(headStart, headEnd);
  const said = partHeadIn(head);
  if (!said || !/^[ \t]*\r\n$/.test(start.toString("latin1", 0, headStart))) throw unreadableForm();
  return { ...said, head, content: beginningWith(start.subarray(headEnd + 4), section) };
};

const lineBreak = "\r\n";

const skip = async (content: AsyncGenerator<Buffer>): Promise<void> => {
  for await (const _ of content);
};
