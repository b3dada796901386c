import type { Comment } from "#lib/pages/comment.ts";

/** A public comment of Bo's that begins a thread, unless said otherwise. */
export const commentWith = (properties: Partial<Comment> & Pick<Comment, "id">): Comment => ({
  parentId: null,
  name: "Bo",
  email: "bo@example.org",
  title: "",
  text: `Comment ${properties.id}`,
  createdAt: "2026-01-02T03:04:05.000Z",
  moderation: "ham",
  ...properties,
});
