import type * as z from "zod/mini";
import { UsageError } from "#cli/usage-error.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { type editorParent, listParents } from "#lib/routes/editor-parents.ts";
import type { Client } from "./client.ts";
import { everyItem } from "./every-item.ts";

type Parent = z.output<typeof editorParent>;

/** What a folder is published below; a home page takes only pages that are no posts. */
export interface FoundParent extends Pick<Parent, "id" | "path"> {
  readonly type: Parent["type"] | "site.HomePage";
}

/**
 * The blog or podcast at the path, or the home page at it; without a path, the only blog. Throws a
 * {@link UsageError} otherwise.
 */
export const findParent = async (client: Client, path: string | undefined): Promise<FoundParent> => {
  const parents = await client(listParents);
  const isBlog = path === undefined || parents.some((parent) => trimmed(parent.path) === trimmed(path));
  const homes = isBlog
    ? []
    : await everyItem(client, listEditablePages, { query: { type: "site.HomePage" } });
  const home = homes.find(
    ({ slug, parent, public_url }) =>
      (path === "/" && public_url === "/") || (parent?.id === rootPageId && slug === trimmed(path ?? "")),
  );
  return home ? { id: home.id, path: `/${home.slug}`, type: "site.HomePage" } : chooseParent(parents, path);
};

/** The blog or podcast at the path; without one, the only blog. Throws a {@link UsageError} otherwise. */
export const chooseParent = (parents: readonly Parent[], path: string | undefined): Parent => {
  const blogs = parents.filter(({ type }) => type === "site.Blog");
  const chosen =
    path === undefined ? blogs : parents.filter((parent) => trimmed(parent.path) === trimmed(path));
  const [only, ...others] = chosen;
  if (only && others.length === 0) return only;
  if (parents.length === 0) throw new UsageError("This token may not add posts to any blog");
  const wish =
    path === undefined ? "Say which blog to publish to" : `This token may not add posts to ${path}`;
  throw new UsageError(`${wish}: --parent ${parents.map((parent) => parent.path).join(" or ")}`);
};

const trimmed = (path: string): string => path.replace(/^\/+|\/+$/g, "");
