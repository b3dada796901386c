import { needSchema } from "./schema.ts";
import { service } from "./service.ts";

export type ReadPage = Awaited<ReturnType<typeof readPage>>;

/** A post or episode as it is, what the caller may do with it, and who else writes it. */
export const readPage = (id: number) => service.posts.read(id, { may: true, being_edited: true } as never);

/** What the editor of a page needs before one can write. */
export interface FirstReads {
  readonly id: number;
  readonly page: Promise<ReadPage>;
  /** The working copy; refused with 404 without one. */
  readonly copy: Promise<unknown>;
}

let early: FirstReads | undefined;

/** Asks for all of it at once. */
const readFirst = (id: number): FirstReads => {
  const reads = { id, page: readPage(id), copy: service.posts.readWorkingCopy(id) };
  for (const read of [reads.page, reads.copy, needSchema()]) read.catch(() => {});
  return reads;
};

/** Asks before the editor's own file is there. */
export const readEarly = (id: number): void => {
  early = readFirst(id);
};

/** What was asked early, once; for another page, or if it has failed, it is asked now. */
export const firstReadsOf = async (id: number): Promise<FirstReads> => {
  const reads = early;
  early = undefined;
  if (reads?.id !== id) return readFirst(id);
  const hasCome = await reads.page.then(
    () => true,
    () => false,
  );
  return hasCome ? reads : readFirst(id);
};
