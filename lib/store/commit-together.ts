import type { AlteredSite, Change } from "#lib/pages/change.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { requirePossibleTransaction } from "#lib/store/port/require-possible.ts";
import { ImpossibleWrite } from "#lib/store/port/table-store.ts";
import { commitDecision, type Decision, type Edit, type NumbersToDraw } from "./commit.ts";
import { inCommitScope, isDryRun, type JointDecisions, type RequestOutcome } from "./commit-scope.ts";
import { overlayOf } from "./overlay.ts";
import { editAmong } from "./pages.ts";
import { storedTable } from "./table-store.ts";

interface Together<Value> {
  readonly value: Value;
  readonly outcome?: RequestOutcome;
}

/** Ids from here on stand for objects that a dry run would make. */
const firstImagined = 9_000_000_000_000_000;

/** True of an id that stands for a new object in a dry run. */
export const isImagined = (id: number): boolean => id >= firstImagined;

/**
 * Does work whose decisions are committed in one transaction when it ends: all of them, or none. Until then
 * the work reads the table as it will be, and nobody else does; what a process shares, such as catalogs, is
 * prepared before. If another write was faster, all of the work is done again. In a dry run nothing is
 * written, and new objects have ids of which {@link isImagined} is true. Refuses what the work refuses,
 * `too_many_changes` if one transaction cannot take it, and `busy`.
 */
export const commitTogether = <Prepared, Value>(
  prepare: () => Promise<Prepared>,
  work: (prepared: Prepared) => Promise<Together<Value>>,
): Promise<Value> =>
  commitDecision(async (numbers) => {
    const prepared = await prepare();
    const joint = newJoint(numbers, isDryRun());
    const scope = { isDryRun: false, receipt: undefined, joint };
    const { value, outcome } = await inCommitScope(scope, () => work(prepared));
    const { writes, entries } = joint.decided();
    const size = writes.length + entries.changes.length + entries.edits.length;
    if (size > 0) requireRoom(writes, size);
    return { writes, entries, value, outcome };
  });

/** A receipt is one item more. */
const maxItems = 99;

const requireRoom = (writes: Decision<unknown>["writes"], size: number): void => {
  const refuse = (why: string) => {
    const detail = `The change cannot be made at once: ${why}. Make it in several requests.`;
    throw new Refusal("too_many_changes", { detail });
  };
  if (size > maxItems) refuse(`it writes ${size} items, and at most ${maxItems} can be written at once`);
  try {
    if (writes.length > 0) requirePossibleTransaction(writes);
  } catch (error) {
    if (!(error instanceof ImpossibleWrite)) throw error;
    refuse("it writes more bytes than the table takes");
  }
};

/** How often work decides again after its own earlier writes. */
const maxAttempts = 5;

const newJoint = ({ ids }: NumbersToDraw, isImaginary: boolean) => {
  const overlay = overlayOf(storedTable());
  const changes: Change[] = [];
  const edits: Edit[] = [];
  const revisionIds: number[] = [];
  let imagined = firstImagined;
  const imagine = (count: number) => Array.from({ length: count }, () => imagined++);
  const numbers: NumbersToDraw = {
    beginChange: () => {},
    beginIds: () => {},
    ids: async (...names) => {
      if (!isImaginary) return ids(...names);
      const given = imagine(names.length);
      return Object.fromEntries(names.map((name, index) => [name, given[index]])) as never;
    },
  };
  const add = async <Value>(decide: (numbers: NumbersToDraw) => Promise<Decision<Value>>): Promise<Value> => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { writes, change, value } = await decide(numbers);
      if (!(await overlay.add(writes))) continue;
      const edit = editAmong(writes);
      if (edit?.revisionId !== undefined) revisionIds.push(edit.revisionId);
      if (change) changes.push(change);
      else if (edit) edits.push(edit);
      return value;
    }
    throw new Refusal("busy");
  };
  return {
    table: overlay.table,
    add: add as JointDecisions["add"],
    imagined: isImaginary ? imagine : undefined,
    decided: () => ({
      writes: overlay.writes(),
      entries: { changes: lastOfEach(changes), edits: lastEdits(edits, changes), revisionIds },
    }),
  };
};

const nameOf = (change: Change): string =>
  change.kind === "media"
    ? `media ${change.mediaKind} ${change.id}`
    : "id" in change
      ? `page ${change.id}`
      : change.kind;

/** The last change of each object, which tells what the object was before the first one. */
const lastOfEach = (changes: readonly Change[]): readonly Change[] => {
  const last = new Map<string, Change>();
  for (const change of changes) {
    const earlier = last.get(nameOf(change));
    last.set(nameOf(change), earlier ? joined(earlier, change) : change);
  }
  return [...last.values()];
};

const joined = (earlier: Change, later: Change): Change => {
  if (earlier.kind === "page" && later.kind === "page") {
    const { before: _, ...rest } = later;
    return { ...rest, ...(earlier.before !== undefined && { before: earlier.before }) };
  }
  if (earlier.kind === "site" && later.kind === "site" && earlier.alters && later.alters)
    return { ...later, alters: altersBoth(earlier.alters, later.alters) };
  return later;
};

const altersBoth = (one: AlteredSite, other: AlteredSite): AlteredSite => ({
  ...one,
  ...other,
  ...((one.categories || other.categories) && {
    categories: [...new Set([...(one.categories ?? []), ...(other.categories ?? [])])],
  }),
  ...((one.collections || other.collections) && {
    collections: [...new Set([...(one.collections ?? []), ...(other.collections ?? [])])],
  }),
});

/** One edit for each revision, and for each page whose last state neither these nor the changes tell of. */
const lastEdits = (edits: readonly Edit[], changes: readonly Change[]): readonly Edit[] => {
  const told = (edit: Edit) => (edit.change.kind === "edit" ? edit.change : undefined);
  return edits.filter((edit, index) => {
    if (edit.revisionId !== undefined) return true;
    const { id, version } = told(edit) ?? { id: 0, version: 0 };
    const isLater = (other: Change | undefined) =>
      (other?.kind === "edit" || other?.kind === "page") && other.id === id && other.version > version;
    return !changes.some(isLater) && !edits.slice(index + 1).some((other) => isLater(told(other)));
  });
};
