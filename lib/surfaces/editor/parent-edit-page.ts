import { isBlog, type Page, type PageKind } from "#lib/pages/page.ts";
import type { ObjectPage } from "#lib/themes/theme.ts";
import { stateInWords } from "./page-state.ts";
import { publicAddress, treePathOf } from "./public-address.ts";

interface ParentEditContext {
  readonly page: Page;
  /** The pages above it, by id. */
  readonly pages: ReadonlyMap<number, Page>;
  /** Scheme, host and port of the API. */
  readonly base: string;
}

const typeNames = {
  home: "Home page",
  blog: "Blog",
  podcast: "Podcast",
} as const satisfies Partial<Record<PageKind, string>>;

/** The kinds of pages that this page is about: others are posts, or nobody's. */
export type ParentKind = keyof typeof typeNames;

export const isParentKind = (kind: PageKind): kind is ParentKind => Object.hasOwn(typeNames, kind);

/** What a blog, podcast or home page is, and how to change it and publish below it (contract#edit-page). */
export const parentEditPage = (
  { page, pages, base }: ParentEditContext,
  kind: ParentKind,
): Pick<ObjectPage, "title" | "facts" | "links" | "steps"> => {
  const address = publicAddress(page, pages);
  const path = treePathOf(page, pages);
  return {
    title: page.title,
    facts: [
      { name: "Type", text: typeNames[kind] },
      { name: "Id", text: String(page.id) },
      { name: "State", text: stateInWords(page) },
      { name: "Path", text: path },
    ],
    links: address === undefined ? [] : [{ title: "Public page", url: address }],
    steps: [
      {
        title: "Read it with the API",
        source: `curl '${base}/api/cms/pages/${page.id}/?fields=*'`,
      },
      {
        title: "Read what is below it",
        source: `curl '${base}/api/cms/pages/?child_of=${page.id}'`,
      },
      ...(isBlog(kind)
        ? [
            {
              title: "Publish posts below it from Markdown files, with a token in LECTERN_TOKEN",
              source: `lectern publish *.md --parent ${path} --url ${base}`,
            },
          ]
        : []),
      {
        title: "Change anything of it in the manifest, with an administrator's token in LECTERN_TOKEN",
        source: `lectern export --output site.yaml --url ${base}\nlectern apply site.yaml --url ${base}`,
      },
    ],
  };
};
