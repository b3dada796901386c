import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { KnownPost } from "#bench/corpus/known-post.ts";
import { blogSlugs, editorSignIn, editorToken } from "#bench/corpus/site.ts";
import { certain } from "#bench/lectern/tools.ts";
import { type LoadKind, loadKinds } from "#bench/load/kinds.ts";
import type { CorpusIds } from "#bench/loading/load-corpus.ts";

/** How often each kind of the load comes for one sign-in and one image: both are rare on a site. */
const usualShare = 10;

const picture = fileURLToPath(
  new URL("../../../../examples/field-notes/media/heron-at-dawn.jpg", import.meta.url),
);

/** Reading and publishing, with pages in HTML and, now and then, what takes long: an image and a sign-in. */
export const tailKinds = async (
  ids: CorpusIds,
  known: readonly KnownPost[],
): Promise<readonly LoadKind[]> => {
  const usual = loadKinds(ids).map((kind) => ({ ...kind, share: kind.share * usualShare }));
  const posts = known.filter(({ blog }) => blog === ids.blogs[0]);
  const { contentType, body } = await formWith(await readFile(picture));
  let count = 0;
  return [
    ...usual,
    {
      name: "page of a blog, HTML",
      share: 2 * usualShare,
      request: () => ({ path: `/${blogSlugs[0]}/?_=${++count}` }),
    },
    {
      name: "page of a post, HTML",
      share: 4 * usualShare,
      request: () => ({
        path: `/${blogSlugs[0]}/${certain(posts[++count % posts.length]).slug}/?_=${count}`,
      }),
    },
    {
      name: "sign in",
      share: 1,
      writes: true,
      request: () => ({
        path: "/accounts/login/",
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(editorSignIn),
      }),
    },
    {
      name: "upload an image",
      share: 1,
      writes: true,
      request: () => ({
        path: "/api/editor/media/images/",
        method: "POST",
        headers: { authorization: `Bearer ${editorToken}`, "content-type": contentType },
        body,
      }),
    },
  ];
};

/** The form that uploads an image. */
const formWith = async (image: Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.set("title", "Heron");
  form.set("file", new Blob([image], { type: "image/jpeg" }), "heron.jpg");
  const encoded = new Response(form);
  const contentType = certain(encoded.headers.get("content-type"));
  return { contentType, body: new Uint8Array(await encoded.arrayBuffer()) };
};
