import { stringify } from "yaml";
import { printLines } from "#cli/output.ts";
import { mayBeSlug } from "#lib/pages/slug.ts";
import { applyManifestPart } from "#lib/routes/administration-manifest.ts";
import { readSiteThings, updateSiteThings } from "#lib/routes/administration-site.ts";
import { dryRunAnswer } from "#lib/routes/dry-run-shapes.ts";
import { listSeasons } from "#lib/routes/editor-pages.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { type Client, connect, ServiceRefusal } from "./client.ts";
import { findConnection } from "./connection.ts";
import { everyItem } from "./every-item.ts";
import { readPostFiles } from "./files.ts";
import type { LineProblem } from "./front-matter.ts";
import type { PublishOptions } from "./options.ts";
import { findParent } from "./parent.ts";
import type { EditorSite } from "./plan.ts";
import { printable } from "./printable.ts";
import type { Terminal } from "./progress.ts";
import { findPostFiles } from "./walk.ts";

/** Categories and authors by their slugs, and seasons by their numbers. */
export interface TermNames {
  readonly categories: readonly string[];
  readonly authors: readonly string[];
  readonly seasons: readonly number[];
}

/** Names in files that the site may not have. */
interface NamedTerms extends TermNames {
  /** The podcast whose seasons are named; undefined where none are. */
  readonly podcastId: number | undefined;
  /** Slugs that the site lacks. */
  readonly categories: readonly string[];
  /** All slugs; only administrators see which the site lacks. */
  readonly authors: readonly string[];
  /** Categories that no site can have. */
  readonly odd: readonly string[];
  /** Numbers that the podcast lacks. */
  readonly seasons: readonly number[];
}

export const noTerms: TermNames = { categories: [], authors: [], seasons: [] };

/** The site with these categories, which it does not have yet: their ids are below 0. */
export const withTerms = (site: EditorSite, { categories }: TermNames): EditorSite => ({
  ...site,
  categories: [...site.categories, ...named(categories).map((each, at) => ({ ...each, id: -1 - at }))],
});

/** The fields without those that name what does not exist yet. */
export const withoutTerms = <Fields extends object>(fields: Fields, { authors }: TermNames): Fields => {
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
  let podcastId: number | undefined;
  if (numbers.length > 0) {
    podcastId = (await findParent(client, parent)).id;
    const there = await everyItem(client, listSeasons, { params: { id: podcastId } });
    missing = numbers.filter((number) => there.every((season) => season.number !== number));
  }
  const categories = unique(posts.flatMap(({ categories }) => categories.map(({ text }) => text)));
  return {
    categories: categories.filter((slug) => !known.has(slug) && mayBeSlug(slug)),
    odd: categories.filter((slug) => !mayBeSlug(slug)),
    authors: unique(posts.flatMap(({ post }) => post.authors ?? [])),
    seasons: missing,
    podcastId,
  };
};

const named = (slugs: readonly string[]) => slugs.map((slug) => ({ slug, name: slug }));

const manifestOf = ({ categories, authors }: Omit<TermNames, "seasons">) => ({
  version: 1,
  ...(categories.length > 0 && { categories: named(categories) }),
  ...(authors.length > 0 && { authors: named(authors) }),
});

interface Making {
  readonly client: Client;
  readonly stderr: Terminal;
  readonly dryRun: boolean;
}

/**
 * Makes the categories, authors and seasons that files name and the site lacks, called by their slugs and
 * numbers, or prints what makes them where the token may not. Gives those that it has made, or with `dryRun`
 * would make.
 */
export const createTerms = async (
  options: PublishOptions,
  environment: Environment,
  { stderr, dryRun }: Omit<Making, "client">,
): Promise<TermNames> => {
  const client = connect(await findConnection(options, environment));
  const terms = await termsOf(client, options);
  const making = { client, stderr, dryRun };
  for (const slug of terms.odd)
    printLines(stderr, [
      `Not made: the category "${printable(slug)}", because a slug has letters, digits, _ and - only.`,
    ]);
  const slugs = await createSlugs(terms, making).catch(printedInstead(making, slugLines(terms), noTerms));
  const seasons = await createSeasons(terms, making).catch(
    printedInstead(making, seasonLines(terms.seasons, true), []),
  );
  return { ...slugs, seasons };
};

/** Prints what an administrator can do where the token may not. */
const printedInstead =
  <Nothing>({ stderr }: Making, lines: readonly string[], nothing: Nothing) =>
  (error: unknown): Nothing => {
    if (!(error instanceof ServiceRefusal) || ![401, 403].includes(error.status)) throw error;
    printLines(stderr, lines);
    return nothing;
  };

const tell = ({ stderr, dryRun }: Making, names: readonly string[]): void =>
  printLines(stderr, [`${dryRun ? "To be made" : "Made"}: ${names.map(printable).join(", ")}.`]);

const createSlugs = async (terms: NamedTerms, making: Making): Promise<TermNames> => {
  const { client, stderr, dryRun } = making;
  if (terms.categories.length + terms.authors.length === 0) return noTerms;
  const apply = (manifest: object, isDryRun: boolean) =>
    client(applyManifestPart, {
      body: { manifest, dry_run: isDryRun, prune: "none" },
      isRepeatable: true,
    });
  // A dry run tells which there are. Those keep their names.
  const { created, problems } = await apply(manifestOf(terms), true);
  for (const { message } of problems) printLines(stderr, [`Not made: ${printable(message)}`]);
  const lacking = (kind: string, slugs: readonly string[]) =>
    slugs.filter((slug) => created.includes(`${kind} ${slug}`));
  const missing = {
    categories: lacking("category", terms.categories),
    authors: lacking("author", terms.authors),
    seasons: [],
  };
  if (missing.categories.length + missing.authors.length === 0) return noTerms;
  if (!dryRun) await apply(manifestOf(missing), false);
  tell(making, created);
  return missing;
};

const slugLines = (terms: NamedTerms): readonly string[] => [
  "This token may not make them; an administrator can apply:",
  ...manifestLines(terms),
  ...(terms.authors.length > 0
    ? [`and those of these authors that the site lacks: ${terms.authors.join(", ")}`]
    : []),
];

/** How often seasons are added to those that somebody else has changed meanwhile. */
const maxAttempts = 5;

const createSeasons = async (terms: NamedTerms, making: Making): Promise<readonly number[]> => {
  const { client, dryRun } = making;
  if (terms.seasons.length === 0) return [];
  for (let attempt = 1; ; attempt++) {
    const { digest, parents } = await client(readSiteThings);
    const podcast = parents.find(({ id }) => id === terms.podcastId);
    const there = (podcast?.seasons ?? []) as readonly SaidSeason[];
    const missing = terms.seasons.filter((number) => there.every((season) => season.number !== number));
    if (!podcast || digest === null || missing.length === 0) return [];
    const seasons = [...there, ...missing.map((number) => newSeason(number, there))];
    const body = { base_digest: digest, set: { parents: [{ path: podcast.path, seasons }] } };
    try {
      if (dryRun)
        await client({ ...updateSiteThings, answer: dryRunAnswer }, { body, query: { dry_run: "true" } });
      else await client(updateSiteThings, { body });
    } catch (error) {
      const isOvertaken = error instanceof ServiceRefusal && error.code === "site_conflict";
      if (isOvertaken && attempt < maxAttempts) continue;
      throw error;
    }
    tell(
      making,
      missing.map((number) => `season ${number}`),
    );
    return missing;
  }
};

interface SaidSeason {
  readonly key: string;
  readonly number: number;
  readonly name?: string;
}

const newSeason = (number: number, there: readonly SaidSeason[]): SaidSeason => {
  const keys = new Set(there.map(({ key }) => key));
  let key = `season-${number}`;
  while (keys.has(key)) key += "-again";
  return { key, number, name: `Season ${number}` };
};

const manifestLines = ({ categories }: Pick<TermNames, "categories">): string[] =>
  categories.length === 0
    ? []
    : stringify(manifestOf({ categories, authors: [] }))
        .trimEnd()
        .split("\n")
        .map((line) => `  ${printable(line)}`);

const seasonLines = (seasons: readonly number[], isRefused = false): string[] => [
  isRefused
    ? "This token may not make seasons:"
    : "--create-terms makes seasons, with a token that may administer:",
  "in a manifest, they stand in their podcast, beside those that it has:",
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
