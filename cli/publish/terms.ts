import { stringify } from "yaml";
import { printLines } from "#cli/output.ts";
import { mayBeSlug } from "#lib/pages/slug.ts";
import { applyManifestPart } from "#lib/routes/administration-manifest.ts";
import { listSeasons } from "#lib/routes/editor-pages.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { type Client, connect, ServiceRefusal } from "./client.ts";
import { findConnection } from "./connection.ts";
import { everyItem } from "./every-item.ts";
import { readPostFiles } from "./files.ts";
import type { LineProblem } from "./front-matter.ts";
import type { PublishOptions } from "./options.ts";
import { chooseParent } from "./parent.ts";
import type { EditorSite } from "./plan.ts";
import { printable } from "./printable.ts";
import type { Terminal } from "./progress.ts";
import { findPostFiles } from "./walk.ts";

/** Slugs of categories and authors. */
export interface TermSlugs {
  readonly categories: readonly string[];
  readonly authors: readonly string[];
}

/** Names in files that the site may not have. */
interface NamedTerms extends TermSlugs {
  /** Slugs that the site lacks. */
  readonly categories: readonly string[];
  /** All slugs; only administrators see which the site lacks. */
  readonly authors: readonly string[];
  /** Categories that no site can have. */
  readonly odd: readonly string[];
  /** Numbers that the podcast lacks. */
  readonly seasons: readonly number[];
}

export const noTerms: TermSlugs = { categories: [], authors: [] };

/** The site with these categories, which it does not have yet: their ids are below 0. */
export const withTerms = (site: EditorSite, { categories }: TermSlugs): EditorSite => ({
  ...site,
  categories: [...site.categories, ...named(categories).map((each, at) => ({ ...each, id: -1 - at }))],
});

/** The fields without those that name what does not exist yet. */
export const withoutTerms = <Fields extends object>(fields: Fields, { authors }: TermSlugs): Fields => {
  const isMade = ([name, value]: readonly [string, unknown]): boolean =>
    (name === "categories" && (value as readonly number[]).some((id) => id < 0)) ||
    (name === "authors" && (value as readonly string[]).some((slug) => authors.includes(slug)));
  return Object.fromEntries(Object.entries(fields).filter((entry) => !isMade(entry))) as Fields;
};

type Environment = Readonly<Record<string, string | undefined>>;

const termsOf = async (client: Client, { paths, source, parent }: PublishOptions): Promise<NamedTerms> => {
  const { posts } = await readPostFiles((await findPostFiles(paths, source, true)).files);
  const unique = (names: readonly string[]) => [...new Set(names)].sort();
  const known = new Set((await client(readEditorSite)).categories.map(({ slug }) => slug));
  const seasons = unique(posts.flatMap(({ mediaKeys }) => mediaKeys.season?.text ?? []));
  const numbers = seasons.filter((text) => /^[1-9]\d{0,5}$/.test(text)).map(Number);
  let missing: readonly number[] = [];
  if (numbers.length > 0) {
    const podcast = chooseParent(await client(listParents), parent);
    const there = await everyItem(client, listSeasons, { params: { id: podcast.id } });
    missing = numbers.filter((number) => there.every((season) => season.number !== number));
  }
  const categories = unique(posts.flatMap(({ categories }) => categories.map(({ text }) => text)));
  return {
    categories: categories.filter((slug) => !known.has(slug) && mayBeSlug(slug)),
    odd: categories.filter((slug) => !mayBeSlug(slug)),
    authors: unique(posts.flatMap(({ post }) => post.authors ?? [])),
    seasons: missing,
  };
};

const named = (slugs: readonly string[]) => slugs.map((slug) => ({ slug, name: slug }));

const manifestOf = ({ categories, authors }: TermSlugs) => ({
  version: 1,
  ...(categories.length > 0 && { categories: named(categories) }),
  ...(authors.length > 0 && { authors: named(authors) }),
});

/**
 * Makes the categories and authors that files name and the site lacks, called by their slugs, or prints what
 * makes them where the token may not. Gives those that it has made, or with `dryRun` would make.
 */
export const createTerms = async (
  options: PublishOptions,
  environment: Environment,
  { stderr, dryRun }: { readonly stderr: Terminal; readonly dryRun: boolean },
): Promise<TermSlugs> => {
  const client = connect(await findConnection(options, environment));
  const terms = await termsOf(client, options);
  if (terms.seasons.length > 0) printLines(stderr, seasonLines(terms.seasons));
  for (const slug of terms.odd)
    printLines(stderr, [
      `Not made: the category "${printable(slug)}", because a slug has letters, digits, _ and - only.`,
    ]);
  if (terms.categories.length + terms.authors.length === 0) return noTerms;
  const apply = (manifest: object, isDryRun: boolean) =>
    client(applyManifestPart, {
      body: { manifest, dry_run: isDryRun, prune: "none" },
      isRepeatable: true,
    });
  try {
    // A dry run tells which there are. Those keep their names.
    const { created, problems } = await apply(manifestOf(terms), true);
    for (const { message } of problems) printLines(stderr, [`Not made: ${printable(message)}`]);
    const lacking = (kind: string, slugs: readonly string[]) =>
      slugs.filter((slug) => created.includes(`${kind} ${slug}`));
    const missing = {
      categories: lacking("category", terms.categories),
      authors: lacking("author", terms.authors),
    };
    const made = [...missing.categories, ...missing.authors];
    if (made.length === 0) return noTerms;
    if (!dryRun) await apply(manifestOf(missing), false);
    const names = created.map(printable).join(", ");
    printLines(stderr, [`${dryRun ? "To be made" : "Made"}: ${names}.`]);
    return missing;
  } catch (error) {
    if (!(error instanceof ServiceRefusal) || ![401, 403].includes(error.status)) throw error;
    printLines(stderr, [
      "This token may not make them; an administrator can apply:",
      ...manifestLines(terms),
    ]);
    if (terms.authors.length > 0)
      printLines(stderr, [`and those of these authors that the site lacks: ${terms.authors.join(", ")}`]);
    return noTerms;
  }
};

const manifestLines = ({ categories }: Pick<TermSlugs, "categories">): string[] =>
  categories.length === 0
    ? []
    : stringify(manifestOf({ categories, authors: [] }))
        .trimEnd()
        .split("\n")
        .map((line) => `  ${printable(line)}`);

const seasonLines = (seasons: readonly number[]): string[] => [
  "Seasons stand in the manifest of their podcast, beside those that it has:",
  ...seasons.map((number) => `  - {key: season-${number}, number: ${number}, name: Season ${number}}`),
];

/** Prints what makes the categories and seasons for whose lack files were refused. */
export const printMissingTerms = async (
  problems: ReadonlyMap<string, readonly LineProblem[]>,
  options: PublishOptions,
  environment: Environment,
  stderr: Terminal,
): Promise<void> => {
  // What can be made has been, or the reason is told.
  if (options.createTerms) return;
  const isOfTerms = ({ message }: LineProblem) => /^(?:categories|season): There is no /.test(message);
  if (![...problems.values()].flat().some(isOfTerms)) return;
  const client = connect(await findConnection(options, environment));
  const { categories, seasons } = await termsOf(client, options);
  if (categories.length > 0)
    printLines(stderr, [
      "--create-terms makes these categories, with a token that may administer; so does lectern apply:",
      ...manifestLines({ categories }),
    ]);
  if (seasons.length > 0) printLines(stderr, seasonLines(seasons));
};
