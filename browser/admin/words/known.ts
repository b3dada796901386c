import { areSame, type Json } from "#lib/json.ts";
import { withAgreed } from "./agreed.ts";
import { bothVersions, changesOf, type Fields, hasOf, merge, withChosen } from "./merge.ts";
import type { Base, Failure, Known, PendingSave, Saved, SentCopy, StoredCopy } from "./ports.ts";

/** What is known of a page without a working copy: what is stored is the revision. */
export const knownOf = (base: Base): Known => ({
  base,
  ...{ copied: base.fields, copiedBase: base, version: 0 },
  ...{ sent: undefined, save: undefined },
});

/** A working copy, as it is sent. */
export const contentOf = ({ base, fields }: SentCopy): CopyContent => ({
  base_revision_id: base.revisionId,
  fields: changesOf(base.fields, fields),
});

/** The working copy that was sent is stored. */
export const afterCopy = (known: Known, version: number, sent: SentCopy): Known => ({
  ...known,
  ...{ version, copied: sent.fields, copiedBase: sent.base, sent: undefined },
});

/** The save was made. A copy that has stayed has other words: the next one that is sent finds it. */
export const afterSave = (known: Known, save: PendingSave, { revisionId, isCopyKept }: Saved): Known => {
  const base = { revisionId, fields: save.fields };
  return isCopyKept ? { ...known, base, save: undefined } : knownOf(base);
};

/** True if the request may have been done: only an answer about the page itself says that it was not. */
export const isOpenAfter = ({ kind }: Failure): boolean => kind === "away" || kind === "signed out";

/** Another working copy is stored, a change of the revision `begun`. What it has merged is merged here, too. */
export const withCopy = (known: Known, copy: StoredCopy, begun: Base): Known => ({
  ...afterCopy(known, copy.version, { base: begun, fields: wholeOf(copy, begun) }),
  base: begun.revisionId > known.base.revisionId ? begun : known.base,
});

/** All fields of a working copy. */
export const wholeOf = (copy: CopyContent, begun: Base): Fields => ({ ...begun.fields, ...copy.fields });

/** True if it is the copy that the tab has sent without getting an answer. */
export const isSent = ({ sent }: Known, { base_revision_id, fields }: CopyContent): boolean =>
  sent !== undefined && areSame(contentOf(sent) as unknown as Json, { base_revision_id, fields } as Json);

/**
 * The last state that a tab and whoever has stored a working copy both know: the copy that the tab knew, with
 * the latest revision that both have merged; without a copy, that revision alone.
 */
export const sharedWithCopy = (known: Known, begun: Base, theirs: Fields): Fields => {
  // Who has not merged the latest revision may have begun without the copy: it may have ended with that revision.
  if (begun.revisionId < known.base.revisionId)
    return sharedWith(known, begun, theirs, hasCopy(known, theirs));
  return sharedWith(known, known.base, theirs, true);
};

/** The same where the working copy has ended. Who saved it has begun with it; if it was discarded, it is in no revision. */
export const sharedWithRevision = (known: Known, { fields }: Base): Fields =>
  sharedWith(known, known.base, fields, hasCopy(known, fields));

const hasCopy = ({ copied, copiedBase }: Known, theirs: Fields): boolean =>
  hasOf(theirs, copiedBase.fields, copied);

const sharedWith = (known: Known, both: Base, theirs: Fields, isCopyShared: boolean): Fields => {
  const { version, copied, copiedBase, sent } = known;
  const shared = version > 0 && isCopyShared ? withRevision(copied, copiedBase, both) : both.fields;
  // A copy that was sent may have been stored, and somebody has gone on with it: then they have words of it.
  return sent ? withAgreed(shared, withRevision(sent.fields, sent.base, both), theirs) : shared;
};

/**
 * A change of one revision as a change of a later one. Where the two do not fit, both versions are in it, so that
 * whatever somebody has made of them counts as changed.
 */
export const withRevision = (changed: Fields, begun: Base, revision: Base): Fields =>
  revision.revisionId > begun.revisionId
    ? withChosen(merge(begun.fields, changed, revision.fields), bothVersions)
    : changed;

type CopyContent = Pick<StoredCopy, "base_revision_id" | "fields">;
