import type * as z from "zod/mini";
import { UsageError } from "#cli/usage-error.ts";
import type { editorParent } from "#lib/routes/editor-parents.ts";

type Parent = z.output<typeof editorParent>;

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
