import { unreadableForm } from "#lib/http/body-refusals.ts";
import { maxHeadBytes, type PartHead, partHeadIn } from "#lib/http/multipart.ts";

export interface FormPart extends PartHead {
  /** The lines above the content, without the blank line after them. */
  readonly head: Buffer;
  /** The content, in non-empty pieces. Read it before the next part; the rest is skipped. */
  readonly content: AsyncGenerator<Buffer>;
}

/**
 * The parts of a `multipart/form-data` body in order, by the rules of `multipartEntries`. Holds one piece and
 * one part's head in memory. Throws `parse_error` as soon as the form is invalid; errors of the body pass.
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

interface Text {
  /** Yields the content before a mark, and skips the mark. Throws if there is none. */
  readonly until: (mark: Buffer) => AsyncGenerator<Buffer>;
  /** True if a mark comes next; does not skip it. */
  readonly startsWith: (mark: Buffer) => Promise<boolean>;
}

const textOf = (pieces: AsyncIterator<Buffer>): Text => {
  // With this, the first boundary, which needs no line break before it, matches like the others.
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

/** The index at which the mark may begin at the end of these bytes; their length if nowhere. */
const beginningOf = (mark: Buffer, bytes: Buffer): number => {
  const at = bytes.indexOf(mark.subarray(0, 1), Math.max(0, bytes.length - mark.length + 1));
  return at < 0 ? bytes.length : at;
};

/** Reads a part from between two boundaries: the rest of the first line, the head, and the content. */
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

/** A content whose first piece has been read already. */
export async function* beginningWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  yield* rest;
}
