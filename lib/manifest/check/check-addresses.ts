import type { Path, Report } from "#lib/manifest/problem.ts";
import { allPages, type Manifest, type PageNode } from "#lib/manifest/read/read-manifest.ts";
import { keyOfAlias } from "#lib/pages/addresses.ts";

/** An alias or redirect of the file. */
interface Lead {
  readonly key: string;
  readonly at: Path;
  /** Undefined for redirects. */
  readonly node: PageNode | undefined;
}

/** All aliases of the file's pages and their drafts, after its redirects. */
const leadsIn = ({ pages, redirects }: Pick<Manifest, "pages" | "redirects">): Lead[] => {
  const leads = redirects.map(({ at, value: { from } }): Lead => {
    return { key: keyOfAlias(from) ?? "", at: [...at, "from"], node: undefined };
  });
  for (const node of allPages(pages)) {
    const { value, at } = node;
    for (const [content, above] of [
      [value, at],
      [value.draft, [...at, "draft"]],
      [value.newer_draft, [...at, "newer_draft"]],
    ] as const) {
      const aliases = content && "aliases" in content ? (content.aliases ?? []) : [];
      for (const [index, alias] of aliases.entries())
        leads.push({ key: keyOfAlias(alias) ?? "", at: [...above, "aliases", index], node });
    }
  }
  return leads;
};

/** The keys of all aliases and redirects of the file. */
export const leadKeys = (manifest: Pick<Manifest, "pages" | "redirects">): readonly string[] => [
  ...new Set(leadsIn(manifest).map(({ key }) => key)),
];

/** Reports addresses that lead to two pages, and former slugs that two siblings have had. */
export const checkAddresses = (
  manifest: Pick<Manifest, "pages" | "redirects">,
  /** The ids of the pages that hold aliases, by their keys; and those of the file's pages that exist. */
  { holders, named }: { readonly holders: ReadonlyMap<string, number>; readonly named: ReadonlySet<number> },
  report: Report,
): void => {
  const first = new Map<string, Lead>();
  for (const lead of leadsIn(manifest)) {
    const earlier = first.get(lead.key);
    const holder = holders.get(lead.key);
    if (!earlier) first.set(lead.key, lead);
    if (earlier && (!earlier.node || earlier.node !== lead.node))
      report(lead.at, ({ place }) => `expected another path than that of ${place(earlier.at)}`, "duplicate");
    else if (holder !== undefined && !named.has(holder))
      report(
        lead.at,
        ({ whole }) => `expected another path: the page ${holder}, which ${whole} does not name, has it`,
        "duplicate",
      );
  }
  checkFormerSlugs(manifest.pages, report);
};

const checkFormerSlugs = (siblings: readonly PageNode[], report: Report): void => {
  const first = new Map<string, PageNode>();
  for (const node of siblings) {
    for (const [index, slug] of (node.value.former_slugs ?? []).entries()) {
      const earlier = first.get(slug) ?? node;
      if (earlier !== node)
        report(
          [...node.at, "former_slugs", index],
          ({ place }) => `expected another slug than ${place(earlier.at)} had`,
          "duplicate",
        );
      first.set(slug, earlier);
    }
    checkFormerSlugs(node.children, report);
  }
};
