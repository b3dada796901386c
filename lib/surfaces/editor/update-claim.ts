import type { UpdateClaim } from "#lib/access/post-permits.ts";
import { revisionFromIfMatch } from "#lib/http/if-match.ts";
import type { Request } from "#lib/http/request.ts";
import type { PostFields } from "#lib/pages/post-fields.ts";
import { baseRevision, refusePublish, requireChange } from "./parse-post-fields.ts";

export interface UpdateBody {
  readonly base_revision_id?: string | undefined;
  readonly require_unpublished?: boolean | undefined;
  readonly publish?: boolean | undefined;
}

/** The state of the page that a PATCH expects. Refuses in the order of contract#update-stages. */
export const updateClaim = (body: UpdateBody, fields: PostFields, { headers }: Request): UpdateClaim => {
  const baseRevisionId = baseRevision(body.base_revision_id, revisionFromIfMatch(headers["if-match"]));
  refusePublish(body.publish);
  requireChange(fields);
  return { baseRevisionId, requireUnpublished: body.require_unpublished ?? false };
};
