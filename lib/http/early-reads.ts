import { likelyHolder } from "#lib/access/authenticate.ts";
import { mayBeSlug, slugFromTitle } from "#lib/pages/slug.ts";
import type { Route } from "#lib/routes/route.ts";
import { withEarlyReads } from "#lib/store/early-read.ts";
import { inOneRead } from "#lib/store/gathered-reads.ts";
import { beginMedia } from "#lib/store/media.ts";
import { readEditablePage, readPage, readRevision } from "#lib/store/pages.ts";
import { readPreviewLinks } from "#lib/store/preview-links.ts";
import { readReceipt } from "#lib/store/receipts.ts";
import { readPageWithRevisions } from "#lib/store/revisions.ts";
import { beginToTake } from "#lib/store/sequences.ts";
import { readSlugClaim } from "#lib/store/slug-claims.ts";
import { findUpload, readTally } from "#lib/store/uploads.ts";
import { readWaitingComment } from "#lib/store/waiting-comments.ts";
import { credentialsOf } from "./admission.ts";
import type { BodyValues } from "./body.ts";
import { receiptIdOf } from "./only-once.ts";
import type { Request } from "./request.ts";

interface Asked {
  readonly params: Readonly<Record<string, number>>;
  /** What the body says; nothing if it cannot be parsed. */
  readonly values: BodyValues;
}

/** Begins reads for a request of the user who held its credentials last. */
export type Begins = (asked: Asked, holder: number) => void;

/** A request before its caller is known. */
export interface EarlyCall<Params extends string = string> {
  readonly route: Pick<Route, "readsFirst" | "takesKeys" | "takesNumbers">;
  /** Begins further reads; for those that few functions contain. */
  readonly begins?: Begins | undefined;
  readonly request: Request;
  readonly params: Readonly<Record<Params, number>>;
  /** What the body says. Refuses what cannot be parsed, each time. */
  readonly values: () => BodyValues;
}

/**
 * Answers a request, and begins what its route reads first beside `admit`, which checks the credentials, if
 * this process has seen these as valid: strangers make it read nothing. Items of both are one request. No
 * check depends on what is read early, only on whether it is asked for (decision 085).
 */
export const readingEarly = <Caller, Answer>(
  call: EarlyCall,
  admit: () => Promise<Caller>,
  answer: (caller: Caller) => Promise<Answer>,
): Promise<Answer> => {
  const holder = likelyHolder(credentialsOf(call.request));
  if (holder === undefined) return admit().then(answer);
  return withEarlyReads(async () => {
    const caller = inOneRead(() => {
      begin(call, holder);
      return admit();
    });
    return answer(await caller);
  });
};

const begin = ({ route, request, params, values, begins }: EarlyCall, holder: number): void => {
  begins?.({ params, values: unlessRefused(values) ?? {} }, holder);
  const { id = 0, revision } = params;
  const { readsFirst, takesNumbers } = route;
  if (takesNumbers !== null) beginToTake(takesNumbers);
  if (route.takesKeys) {
    const receipt = unlessRefused(() => receiptIdOf(request, holder));
    if (receipt !== undefined) readReceipt.begin(receipt);
  }
  if (readsFirst === "page") {
    readEditablePage.begin(id);
    if (revision !== undefined) readRevision.begin(id, revision);
  }
  if (readsFirst === "row" || readsFirst === "links")
    readPageWithRevisions.begin(id, ...(revision === undefined ? [] : [revision]));
  if (readsFirst === "links") readPreviewLinks.begin(id);
  if (readsFirst === "image" || readsFirst === "audio" || readsFirst === "video") beginMedia(readsFirst, id);
  if (readsFirst === "comment") readWaitingComment.begin(id);
  if (readsFirst === "upload") findUpload.begin(id, holder);
  if (readsFirst === "tally") readTally.begin(holder);
  if (readsFirst === "parent") beginWithParent(unlessRefused(values) ?? {});
};

/** What a new page needs to know first: its parent, and who has its slug there. */
const beginWithParent = ({ parent, slug, title }: BodyValues): void => {
  const { id } = (parent ?? {}) as { readonly id?: unknown };
  if (!Number.isSafeInteger(id)) return;
  readPage.begin(id as number);
  const wanted = typeof slug === "string" ? slug : slugFromTitle(typeof title === "string" ? title : "");
  // Others cannot be in a key, and the credentials are in the same request.
  if (mayBeSlug(wanted)) readSlugClaim.begin(id as number, wanted);
};

/** What is refused now is refused again when its turn comes. */
const unlessRefused = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
