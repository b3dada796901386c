import { blogShares, categorySlugs } from "./posts.ts";

/** The token of the only editor, who may do everything. */
export const editorToken = "lectern-bench-token-of-an-editor-who-may-do-everything";

/** The name and password of the editor with this token. */
export const editorSignIn = { username: "editor", password: "marsh-hen" };

export const blogSlugs = blogShares.map((_, blog) => `blog-${blog + 1}`);

/** The manifest of the corpus, without the posts. */
export const siteManifest = {
  version: 1,
  site: { name: "Corpus", base_url: "https://corpus.example" },
  groups: [
    {
      name: "Editors",
      admin_access: true,
      pages: [{ page: "/", allow: ["add", "change", "publish", "lock"] }],
      collections: [{ collection: "Root", images: ["add", "choose"] }],
    },
  ],
  users: [{ ...editorSignIn, groups: ["Editors"], staff: true }],
  tokens: [{ name: "bench", user: editorSignIn.username, secret: editorToken }],
  categories: categorySlugs.map((slug) => ({ slug, name: slug })),
  pages: [
    {
      type: "site.HomePage",
      slug: "home",
      title: "Home",
      children: blogSlugs.map((slug) => ({ type: "site.Blog", key: slug, slug, title: slug })),
    },
  ],
};
