import type { UpdateClaim } from "#lib/access/post-permits.ts";
import { revisionFromIfMatch } from "#lib/http/if-match.ts";
import type { Request } from "#lib/http/request.ts";
import type { PostFields } from "#lib/pages/post-fields.ts";
import { baseRevision, refusePublish, requireChange } from "./parse-post-fields.ts";

/** What the body of a PATCH says beside its fields. */
export interface UpdateBody {
  readonly base_revision_id?: string | undefined;
  readonly require_unpublished?: boolean | undefined;
  readonly publish?: boolean | undefined;
}

/**
 * What a PATCH states about the draft that it is based on. Refuses, in this order: the syntax of `If-Match`,
 * no token, two that differ, `publish: true`, and no field to change (contract#update-stages).
 */
export const updateClaim = (body: UpdateBody, fields: PostFields, { headers }: Request): UpdateClaim => {
  const baseRevisionId = baseRevision(body.base_revision_id, revisionFromIfMatch(headers["if-match"]));
  refusePublish(body.publish);
  requireChange(fields);
  return { baseRevisionId, requireUnpublished: body.require_unpublished ?? false };
};
