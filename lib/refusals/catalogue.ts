export interface RefusalKind {
  readonly status: number;
  readonly text: string;
  /** The `code` on the wire, if it differs from our name. */
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Every refusal (docs/errors.md); its text is used unless the refusal brings its own. */
export const refusals = {
  validation_error: { status: 400, text: "The request is invalid." },
  bad_query: { status: 400, text: "The query is invalid.", code: "validation_error" },
  foreign_host: {
    status: 400,
    text:
      "This service does not know the host of the request. If it should, name the host in the site's base_url or in " +
      "SITE_ALLOWED_HOSTS.",
  },
  answer_too_large: {
    status: 400,
    text: "The answer would be larger than the 6 MB that can be sent; ask for fewer items or fields.",
  },
  invalid_token_request: {
    status: 400,
    text: "The request, or a token in it, is invalid.",
    code: "invalid_request",
  },
  unsupported_grant_type: {
    status: 400,
    text: "The only grant_type is urn:ietf:params:oauth:grant-type:token-exchange",
  },
  invalid_token_scope: {
    status: 400,
    text: "The token may not have all scopes that the request names.",
    code: "invalid_scope",
  },
  invalid_grant: {
    status: 400,
    text: "The code or refresh token is wrong, has expired, was used before, or is another client's.",
  },
  invalid_client: { status: 400, text: "There is no such client, or not any more; register again." },
  invalid_target: {
    status: 400,
    text: "The only resource that tokens are issued for is /api/mcp/ of this site.",
  },
  invalid_redirect_uri: {
    status: 400,
    text: "A redirect address has to begin with https://, or be one of the person's own computer.",
  },
  invalid_client_metadata: { status: 400, text: "The description of the client is invalid." },
  authentication_failed: { status: 403, text: "Invalid username/password." },
  bearer_rejected: {
    status: 401,
    text: "Invalid or expired token.",
    code: "authentication_failed",
    headers: { "www-authenticate": "Bearer" },
  },
  authentication_required: {
    status: 401,
    text: "Authentication credentials were not provided.",
    code: "not_authenticated",
    headers: { "www-authenticate": "Bearer" },
  },
  not_by_proxy: {
    status: 403,
    text: "Only the proxy in front of the site may call this address; ask the address of the site.",
  },
  not_authenticated: { status: 403, text: "Authentication credentials were not provided." },
  csrf_failed: { status: 403, text: "CSRF Failed." },
  permission_denied: { status: 403, text: "You do not have permission to perform this action." },
  insufficient_scope: { status: 403, text: "The token lacks the scope that this action requires." },
  no_upload_collection: { status: 403, text: "You may not add such media to any collection." },
  post_save_permission_denied: {
    status: 403,
    text: "You may add media to the collection, but not choose them there; nothing was stored.",
  },
  not_found: { status: 404, text: "Not found." },
  method_not_allowed: { status: 405, text: "Method not allowed." },
  not_acceptable: { status: 406, text: "Could not satisfy the request Accept header." },
  revision_conflict: {
    status: 409,
    text: "The page has a newer revision than the one this request is based on.",
  },
  working_copy_conflict: {
    status: 409,
    text: "Your working copy of the page is another one than this request is based on.",
  },
  no_unpublished_draft: { status: 409, text: "The page is live and has no unpublished draft." },
  no_revision: { status: 409, text: "The page has no revision to publish." },
  not_live: { status: 409, text: "The page is not live." },
  workflow_state: { status: 409, text: "The page's workflow is not in a state that has this step." },
  webhook_inactive: { status: 409, text: "The webhook is not active; make it active first." },
  parent_gone: { status: 409, text: "The page above it no longer exists." },
  published_post: { status: 409, text: "The page is live." },
  scheduled_post: { status: 409, text: "A revision of the page is approved for scheduled publication." },
  page_locked: { status: 409, text: "The page is locked." },
  workflow_active: { status: 409, text: "The page is in an active workflow." },
  ambiguous_lookup: { status: 409, text: "More than one post matches." },
  site_conflict: {
    status: 409,
    text: "Somebody else has changed a section that this request names since the state that base_digest names.",
  },
  too_many_changes: { status: 413, text: "The change is too large to be made at once." },
  in_use: { status: 409, text: "Pages use the media object; `force=true` deletes it all the same." },
  comments_full: { status: 409, text: "The post has no room for more comments." },
  upload_incomplete: { status: 409, text: "Not all parts of the upload have arrived." },
  upload_complete: { status: 409, text: "The upload is complete and takes no more parts." },
  too_many_uploads: {
    status: 409,
    text: "You have too many uploads; use those that you have, or delete some.",
  },
  too_many_preview_links: {
    status: 409,
    text: "The page has too many preview links; revoke some, or let them expire.",
  },
  too_many_feeds: {
    status: 409,
    text: "You have as many feeds of this podcast as a person may have; revoke one first.",
  },
  request_in_progress: {
    status: 409,
    text: "A request with this Idempotency-Key is still at work; try again.",
    headers: { "retry-after": "1" },
  },
  cursor_expired: {
    status: 410,
    text: "The cursor is too old, or the site was restored from a backup since; read everything again.",
  },
  payload_too_large: { status: 413, text: "The request body is too large." },
  unsupported_media_type: { status: 415, text: "Unsupported media type in request." },
  idempotency_key_reused: {
    status: 422,
    text: "This Idempotency-Key was used for another request; take a new key.",
  },
  probe_timeout: { status: 422, text: "The file could not be examined in time; nothing was stored." },
  probe_failed: { status: 422, text: "The file could not be examined; nothing was stored." },
  rate_limited: {
    status: 429,
    text: "There were too many requests of this kind; try again later.",
    headers: { "retry-after": "5" },
  },
  storage_full: {
    status: 507,
    text: "The disk is full; nothing was stored.",
  },
  busy: {
    status: 503,
    text: "The page is changing too quickly; try again.",
    headers: { "retry-after": "1" },
  },
  unavailable: {
    status: 503,
    text: "The database or the file store does not answer as it should; try again.",
    headers: { "retry-after": "2" },
  },
  issuer_unavailable: {
    status: 503,
    text: "The issuer of the token does not answer with its keys; try again.",
    code: "temporarily_unavailable",
    headers: { "retry-after": "5" },
  },
  cleanup_failed: { status: 500, text: "The upload failed, and some of its files may remain in the store." },
  server_error: { status: 500, text: "Something went wrong on our side." },
} as const satisfies Record<string, RefusalKind>;

export type RefusalCode = keyof typeof refusals;
