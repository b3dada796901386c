/**
 * The name of a construct, such as `EditorPostsRead` for `editor/posts/read`, and `TableRead` for the use
 * `table:read`. Pages below `/cms/` are called Admin, as releases know them: by another name they would be
 * new functions, and a way back to such a release would find none.
 */
export const constructName = (id: string): string =>
  id
    .replace(/^cms\//, "admin/")
    .split(/[/:-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
