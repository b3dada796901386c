import { unlessEmpty } from "./exported-fields.ts";

/** The pages of a site, below one another by their paths. Those whose parent is gone are left out. */
export const nestedPages = (
  pages: readonly { readonly path: string; readonly page: Readonly<Record<string, unknown>> | undefined }[],
): readonly object[] => {
  const top: object[] = [];
  const children = new Map<string, object[]>([["", top]]);
  for (const { path, page } of pages) {
    const siblings = children.get(path.slice(0, path.lastIndexOf("/")));
    if (!page || !siblings) continue;
    const nested: Record<string, unknown> = { ...page };
    siblings.push(nested);
    const below: object[] = [];
    children.set(path, below);
    nested.children = below;
  }
  return withoutEmptyChildren(top);
};

const withoutEmptyChildren = (pages: readonly { readonly children?: readonly object[] }[]): object[] =>
  pages.map(({ children = [], ...page }) => ({
    ...page,
    ...unlessEmpty({ children: withoutEmptyChildren(children) }),
  }));
