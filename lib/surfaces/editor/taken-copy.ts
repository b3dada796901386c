import type { Principal } from "#lib/access/principal.ts";
import type { CopyToTake } from "#lib/actions/pages/take-working-copy.ts";
import type { TakenCopyQuery } from "#lib/queries/working-copy-query.ts";

/** A change that may take up the caller's working copy. */
export interface TakingCall {
  readonly query: TakenCopyQuery;
}

interface CallWithReads extends TakingCall {
  readonly principal: Principal;
  readonly reads: { readonly copy?: CopyToTake["read"] };
}

/** The working copy that ends with the change (contract#working-copy-saves); undefined for none. */
export const copyToTake = ({ query, principal, reads }: CallWithReads): CopyToTake | undefined =>
  query.workingCopy === undefined
    ? undefined
    : { userId: principal.user.id, version: query.workingCopy, read: reads.copy };

/** The answer, which says so if the working copy has stayed. */
export const withKeptCopy = <View extends object>(
  view: View,
  { keepsCopy }: { readonly keepsCopy?: unknown },
): View & { working_copy?: "kept" } => (keepsCopy ? { ...view, working_copy: "kept" } : view);
