/**
 * What this service offers beyond the API that it is modelled on: names, which never change, and for each the
 * id of a route that belongs to it (contract#whoami).
 */
export const extensions: Readonly<Record<string, string>> = {
  idempotency: "editor/posts/create",
  pages: "editor/pages/list",
  revisions: "editor/posts/list-revisions",
  states: "editor/posts/unpublish",
  "preview-links": "editor/posts/create-preview-link",
  bin: "editor/bin/list",
  changes: "changes/list",
  media: "editor/media/update-image",
  comments: "comments/list",
  tokens: "editor/tokens/create",
  "token-exchange": "token/exchange",
  webhooks: "editor/webhooks/create",
  agents: "mcp",
  administration: "administration/users/list",
  health: "health",
};
