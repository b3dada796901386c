/**
 * The routes that agents have as tools, in the order in which tools are listed: to make a route a tool, add
 * its id. The routes of posts serve episodes, too, so only the creation of episodes is a tool of its own.
 */
export const toolRoutes: readonly string[] = [
  "editor/whoami",
  "editor/parents/list",
  "editor/parents/list-seasons",
  "editor/pages/list",
  "editor/tags/list",
  "editor/categories/list",
  "editor/media/list-images",
  "editor/media/list-audios",
  "editor/media/list-videos",
  "editor/posts/lookup",
  "editor/posts/read",
  "editor/posts/create",
  "editor/episodes/create",
  "editor/posts/update",
  "editor/posts/create-preview-link",
  "editor/posts/list-revisions",
  "editor/posts/read-revision",
  "editor/posts/diff-revision",
  "editor/posts/restore-revision",
  "editor/posts/publish",
  "editor/posts/unpublish",
  "editor/posts/delete",
  "editor/bin/list",
  "editor/bin/restore",
];
