import { InvalidManifest, type ManifestProblem } from "#lib/manifest/problem.ts";

const now = "2026-01-02T03:04:05.000Z";

/** A post as a manifest has it. */
export const post = (slug: string, fields: object = {}): object => ({
  type: "site.Post",
  slug,
  title: `About ${slug}`,
  visible_date: now,
  detail: [{ type: "paragraph", value: `<p>${slug}</p>` }],
  ...fields,
});

/** A manifest with a home page, and the blog `/home/notes` with these posts. */
export const blogWith = (posts: readonly object[], more: object = {}): object => ({
  version: 1,
  pages: [
    {
      type: "site.HomePage",
      slug: "home",
      title: "Home",
      children: [{ type: "site.Blog", slug: "notes", title: "Notes", children: posts }],
    },
  ],
  ...more,
});

/** A manifest with everything. */
export const wholeSite = {
  version: 1,
  site: { name: "Field Notes", base_url: "https://notes.example", theme: "plain", locale: "en" },
  groups: [
    {
      name: "Editors",
      admin_access: true,
      pages: [{ page: "/", allow: ["add", "publish"] }],
      collections: [{ collection: "Root/Shows", images: ["choose"], audios: ["add"] }],
    },
    { name: "Writers", pages: [{ page: "/home/notes", allow: ["add"] }] },
  ],
  users: [
    { username: "ada", email: "ada@example.org", password: "marsh-hen", groups: ["Editors"], staff: true },
    { username: "bo", groups: ["Writers", "Editors"], active: false },
  ],
  tokens: [
    { name: "ci", user: "ada", secret: "one", scopes: ["write"] },
    { name: "none", user: "bo", secret: "two", scopes: [] },
    {
      ...{ name: "open", user: "bo", secret: "three", expires_at: "2090-01-02T03:04:05.000Z" },
      ...{ parents: ["/home/notes"], collections: ["Root/Shows/Old"] },
    },
  ],
  collections: [
    { path: "Root/Shows/Old" },
    { path: "Root/Shows", restriction: { type: "groups", groups: ["Editors"] } },
  ],
  categories: [
    { slug: "nature", name: "Nature" },
    { slug: "weather", name: "Weather" },
  ],
  pages: [
    {
      type: "site.HomePage",
      slug: "home",
      title: "Home",
      children: [
        {
          type: "site.Blog",
          key: "notes",
          slug: "notes",
          title: "Notes",
          description: "<p>Of the <b>marsh</b>.</p>",
          theme: "plain",
          restriction: { type: "password", password: "reed-warbler" },
          children: [
            {
              type: "site.Post",
              key: "heron",
              slug: "heron",
              title: "The heron",
              seo_title: "Heron",
              search_description: "It stood.",
              owner: "ada",
              visible_date: now,
              tags: ["birds", "Water Birds"],
              categories: ["weather", "nature"],
              overview: [{ type: "paragraph", value: "<p>It <i>stood</i>.</p>" }],
              detail: [{ type: "code", value: { language: "text", source: "still\n" } }],
              draft: { title: "The very first heron", slug: "first-heron", detail: [] },
              show_in_menus: true,
              restriction: { type: "login" },
            },
            {
              type: "site.Post",
              slug: "kept-back",
              title: "Kept back",
              visible_date: now,
              live: false,
              stored_body: {
                detail: [{ type: "embed", value: "https://video.example/1", id: "e1" }],
                aside: [],
              },
            },
          ],
        },
        { type: "site.Podcast", slug: "calls", title: "Calls", live: false },
      ],
    },
  ],
};

/** The problems of a refusal. */
export const problemsOf = async (refused: Promise<unknown>): Promise<readonly ManifestProblem[]> => {
  const error = await refused.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof InvalidManifest)) throw error ?? new Error("It was accepted.");
  return error.problems;
};
