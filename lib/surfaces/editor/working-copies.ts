import type * as z from "zod/mini";
import { type RequireKind, requireEditable } from "#lib/access/post-permits.ts";
import type { workingCopyReads } from "#lib/actions/pages/page-reads.ts";
import { removeWorkingCopy, storeWorkingCopy } from "#lib/actions/pages/working-copies.ts";
import { bodyValues, parseBody } from "#lib/http/body.ts";
import type { RepeatedCall } from "#lib/http/endpoint.ts";
import { maxWorkingCopyBytes, type WorkingCopy } from "#lib/pages/working-copy.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { workingCopy, workingCopyToStore } from "#lib/routes/editor-working-copies.ts";
import type { Route } from "#lib/routes/route.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { wholeWorkingCopy } from "#lib/store/working-copies.ts";
import type { EditorCall } from "./edited-kind.ts";
import { noWorkingCopy } from "./no-working-copy.ts";

type View = z.input<typeof workingCopy>;
type Sent = z.output<typeof workingCopyToStore>;
type CopyCall = EditorCall<ReturnType<typeof workingCopyReads>>;
type RepeatedCopyCall = RepeatedCall<"id", ReturnType<typeof workingCopyReads>>;

const workingCopyView = ({ version, baseRevisionId, fields, updatedAt, client }: WorkingCopy): View => ({
  version,
  base_revision_id: baseRevisionId,
  fields,
  updated_at: updatedAt,
  client,
});

/** Shows the caller's working copy of a post or episode. Refuses `not_found` where there is none. */
export const showWorkingCopy = async (
  require: RequireKind,
  { params, principal, reads }: CopyCall,
): Promise<View> => {
  requireEditable(require(await reads.row(params.id)), principal);
  const copy = await wholeWorkingCopy(await reads.copy(params.id, principal.user.id));
  if (!copy) throw noWorkingCopy();
  return workingCopyView(copy);
};

/** Stores the caller's working copy. Refuses `working_copy_conflict` with what is stored. */
export const putCopy = async (
  require: RequireKind,
  { params, principal, reads, body }: CopyCall & { readonly body: Sent },
): Promise<View> => {
  const { version = "0", ...copy } = newCopy(body);
  const stored = await storeWorkingCopy(params.id, {
    ...{ copy, expected: version, reads, userId: principal.user.id },
    permit: (found) => requireEditable(require(found), principal),
    conflict: (current) =>
      new Refusal("working_copy_conflict", {
        fields: { working_copy: current ? workingCopyView(current) : null },
      }),
  });
  return workingCopyView(stored);
};

/** The copy in a body, and the version that it replaces. Refuses `payload_too_large`. */
const newCopy = ({ base_revision_id: baseRevisionId, fields, version, client = null }: Sent) => {
  if (Buffer.byteLength(JSON.stringify(fields)) > maxWorkingCopyBytes)
    throw new Refusal("payload_too_large", {
      detail: `A working copy has at most ${maxWorkingCopyBytes} bytes of fields, as JSON in UTF-8.`,
    });
  return { baseRevisionId, fields, version, client };
};

/** Answers a repeated request to store a working copy like the first one, whatever has become of the copy. */
export const repeatPut =
  (require: RequireKind, route: Route<string, Sent>) =>
  async ({ params, principal, request, reads }: RepeatedCopyCall, outcome: RequestOutcome): Promise<View> => {
    requireEditable(require(await reads.row(params.id)), principal);
    const sent = newCopy(parseBody(route, bodyValues(route, request)));
    const { version, updatedAt } = outcome.state ?? {};
    return workingCopyView({ ...sent, version: Number(version), updatedAt: String(updatedAt) });
  };

/** Removes the caller's working copy. */
export const deleteCopy = (require: RequireKind, { params, principal, reads }: CopyCall): Promise<void> =>
  removeWorkingCopy(params.id, {
    userId: principal.user.id,
    reads,
    permit: (found) => requireEditable(require(found), principal),
  });

/** Answers a repeated request to remove it. Refuses callers who may not edit the page now. */
export const repeatDelete =
  (require: RequireKind) =>
  async ({ params, principal, reads }: RepeatedCopyCall): Promise<void> => {
    requireEditable(require(await reads.row(params.id)), principal);
  };
