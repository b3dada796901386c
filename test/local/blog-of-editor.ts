/** The secret of the editor's token. */
export const editorSecret = "blog-of-editor-blog-of-editor-blog-of-editor";

/** The manifest of a blog, and of an editor with a token, for a service that a test starts. */
export const blogOfEditor = `
version: 1
site: { name: Blog, base_url: "http://127.0.0.1" }
groups:
  - name: Editors
    admin_access: true
    pages: [{ page: "/", allow: [add, change, publish] }]
users: [{ username: editor, superuser: true, groups: [Editors] }]
tokens: [{ name: test, user: editor, secret: ${editorSecret} }]
pages:
  - type: site.HomePage
    slug: home
    title: Home
    children: [{ type: site.Blog, key: blog, slug: blog, title: Blog }]
`;
