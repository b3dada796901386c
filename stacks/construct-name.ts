/**
 * The name of a construct, such as `EditorPostsRead` for `editor/posts/read`, and `TableRead` for the use
 * `table:read`.
 */
export const constructName = (id: string): string =>
  id
    .split(/[/:-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
