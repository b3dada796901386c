import { isDeepStrictEqual } from "node:util";
import type { Library } from "#cli/publish/media/library.ts";
import { mediaChanges } from "#cli/publish/media/said-of-media.ts";
import { certain } from "#lib/certain.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { addressOf } from "./address.ts";
import { digestOfFile } from "./digest.ts";
import { keyByField } from "./file-fields.ts";
import type { LineProblem } from "./front-matter.ts";
import type { Action, Intention } from "./intention.ts";
import { editedMessage, type Judgement, judgeGone, lossesOf } from "./judge.ts";
import type { OwnedPage } from "./owned-pages.ts";
import type { PlannedPost, StoredPost } from "./plan.ts";
import type { NamedDestination } from "./prepare.ts";
import { problemsInFile } from "./problems.ts";
import { errorsOf } from "./run.ts";

/** A field that differs; blocks of the text, categories as ids. */
export interface PlannedChange {
  /** The key of the front matter, or `text`. */
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** A file that the service does not have yet. */
export interface PlannedUpload {
  readonly file: string;
  readonly kind: MediaKind;
  readonly bytes: number;
}

/** What a run would do for one file, as `--json` prints it and a plan keeps it. */
export interface PlanEntry {
  readonly file: string;
  readonly action: Action;
  /** The step that follows when the content is saved: `publish`, `schedule`, `unpublish` or `none`. */
  readonly next: Intention["end"];
  readonly id: number | null;
  /** The address that the file gives its page. */
  readonly url: string | null;
  /** The revision that has to be the latest; null for a new page. */
  readonly revision: number | null;
  /** Digests of what the file says. */
  readonly digest: string | null;
  readonly renamed_from?: string;
  readonly changes: readonly PlannedChange[];
  /** Files that a run would upload first. The blocks and fields with these files could not be tried. */
  readonly uploads: readonly PlannedUpload[];
  /** Formatting that the site does not keep. */
  readonly removed: readonly LineProblem[];
  /** Warnings of keys that mean nothing, and of links that lead nowhere yet. */
  readonly warnings: readonly LineProblem[];
  readonly errors: readonly LineProblem[];
}

export const entryOf = (
  { planned, action, end, judgement, refusal, uploads = [], lost = [] }: Intention,
  destination: NamedDestination,
): PlanEntry => {
  const { source, fields } = planned;
  const page = judgement && "page" in judgement ? judgement.page : undefined;
  const stored = judgement?.is === "changed" ? judgement.stored : undefined;
  const { content, slug, optional } = digestOfFile(planned);
  const conflict = judgement?.is === "conflict" ? { conflict: judgement.message } : {};
  const failed = { outcome: "failed", saved: false, ...(refusal && { refusal }), ...conflict } as const;
  return {
    file: source.file,
    action,
    next: end,
    id: page?.id ?? null,
    url: addressOf(fields.slug, destination),
    revision: page?.latest_revision_id ?? null,
    digest: [content, slug, optional].join("."),
    ...(action === "rename" && { renamed_from: certain(certain(stored).source).path }),
    changes:
      judgement?.is === "changed"
        ? changesOf(judgement)
        : judgement?.is === "new"
          ? changesOfOthers(planned, destination.library)
          : [],
    uploads: uploads.map(({ kind, source: { file, sizeBytes: bytes } }) => ({ file, kind, bytes })),
    removed: judgement ? [...lossesOf(planned, judgement, destination.library.idOf), ...lost] : [],
    warnings: planned.warnings,
    errors: errorsOf(failed, ({ problems }) => problemsInFile(planned.positions, problems)),
  };
};

const changesOf = ({ stored, changes, media }: Extract<Judgement, { is: "changed" }>): PlannedChange[] => [
  ...Object.entries(changes).map(([name, to]) => ({
    field: name === "detail" ? "text" : (keyByField.get(name) ?? name),
    from: stored[name as keyof StoredPost],
    to,
  })),
  ...media.map(({ field, from, to }) => ({ field, from, to })),
];

/** What a new post would change of media that the service has already, such as descriptions. */
const changesOfOthers = ({ said }: PlannedPost, library: Library): PlannedChange[] =>
  mediaChanges(said, library)
    .filter(({ file }) => library.idOf(file) !== undefined)
    .map(({ field, from, to }) => ({ field, from, to }));

/** The entry of a page whose file is gone, with `--prune`. */
export const entryOfGone = (page: OwnedPage, force: boolean): PlanEntry => {
  const action = judgeGone(page, force);
  const { id, source, latest_revision_id, public_url, changed_by } = page;
  return {
    ...{ file: source.path, action, next: action === "unpublish" ? action : "none", id },
    ...{
      url: public_url,
      revision: latest_revision_id,
      digest: null,
      changes: [],
      uploads: [],
      removed: [],
      warnings: [],
    },
    errors: action === "conflict" ? [{ line: 1, message: editedMessage(changed_by) }] : [],
  };
};

/** The entry of a file with faults. */
export const entryOfHeld = (file: string, errors: readonly LineProblem[]): PlanEntry => ({
  ...{ file, action: "held_back", next: "none", id: null, url: null, revision: null, digest: null },
  ...{ changes: [], uploads: [], removed: [], warnings: [], errors },
});

/** The parts of an entry that must still be the same when a plan is carried out. */
export type PinnedEntry = Pick<PlanEntry, "file" | "action" | "next" | "id" | "revision" | "digest">;

const pinned = ({ file, action, next, id, revision, digest }: PinnedEntry): PinnedEntry => ({
  ...{ file, action, next, id, revision, digest },
});

/** The files for which a run would do something else now than was planned. */
export const changedSince = (plan: readonly PinnedEntry[], now: readonly PlanEntry[]): string[] => {
  const planned = new Map(plan.map((entry) => [entry.file, pinned(entry)]));
  const current = new Map(now.map((entry) => [entry.file, pinned(entry)]));
  return [...new Set([...planned.keys(), ...current.keys()])].filter(
    (file) => !isDeepStrictEqual(planned.get(file), current.get(file)),
  );
};
