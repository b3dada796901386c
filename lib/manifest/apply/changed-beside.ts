import { isDeepStrictEqual } from "node:util";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { allPages, type Manifest } from "#lib/manifest/read/read-manifest.ts";
import { shortDigest } from "#lib/manifest/short-digest.ts";
import type { StoredState } from "#lib/manifest/stored/stored-state.ts";
import type { BesideManifests, ChangedBeside } from "#lib/site/site.ts";
import type { LedgerEntries } from "./outcome.ts";
import type { Run } from "./run.ts";

type Said = Readonly<Record<string, unknown>>;

/** What a manifest says of each thing that it names, by kind and name. */
const saidBy = (manifest: Manifest): ReadonlyMap<string, Said> =>
  new Map<string, Said>([
    ...(manifest.site ? [["site", manifest.site.value as Said] as const] : []),
    ...manifest.groups.map(({ value }) => [`group ${value.name}`, value] as const),
    ...manifest.categories.map(({ value }) => [`category ${value.slug}`, value] as const),
    ...manifest.authors.map(({ value }) => [`author ${value.slug}`, value] as const),
    ...manifest.collections.map(({ value }) => [`collection ${value.path}`, value] as const),
    ...manifest.workflows.map(({ value }) => [`workflow ${value.name}`, value] as const),
    ...manifest.webhooks.map(({ value }) => [`webhook ${value.name}`, value] as const),
    ...manifest.redirects.map(({ value }) => [`redirect ${value.from}`, value] as const),
    ...(manifest.oidc ?? []).map(
      ({ value }) => [`trust ${value.issuer} ${value.audience} ${value.user}`, value] as const,
    ),
    ...allPages(manifest.pages).map(({ path, value }) => [`page ${path}`, value as Said] as const),
  ]);

/**
 * The differences that were made beside the manifest and that a run takes back, such as
 * `category birds (name)`.
 */
const takenBack = (
  manifest: Manifest,
  { changed }: BesideManifests,
  { created, updated, removed }: LedgerEntries,
): readonly string[] => {
  const said = saidBy(manifest);
  const [made, altered] = [new Set(created), new Set(updated)];
  const isTakenBack = ({ thing, member, is }: ChangedBeside): boolean => {
    const value = said.get(thing);
    if (!value) return false;
    if (thing.startsWith("trust ")) {
      if (member === null) return created.some((each) => each.startsWith("trust "));
      const goes = removed.some(({ kind, name }) => kind === "trust" && name === value.issuer);
      return goes && shortDigest(value[member]) !== is;
    }
    if (member === null) return made.has(thing);
    return (made.has(thing) || altered.has(thing)) && shortDigest(value[member]) !== is;
  };
  return changed
    .filter(isTakenBack)
    .map(({ thing, member }) => `${thing} (${member ?? "removed"})`)
    .sort();
};

/** The tokens and webhooks that manifests have made and a run makes again, because somebody removed them. */
const madeAgain = ({ made = [] }: BesideManifests, { created }: LedgerEntries): readonly string[] => {
  const before = new Set(made);
  return created.filter((thing) => before.has(shortDigest(thing))).map((thing) => `${thing} (removed)`);
};

/** Digests of the tokens and webhooks that manifests have made, after a run: their names may be of people. */
const madeNow = (
  { tokens, webhooks }: Pick<StoredState, "tokens" | "webhooks">,
  { created, removed }: LedgerEntries,
): readonly string[] => {
  const gone = new Set(removed.map(({ kind, name }) => `${kind} ${name}`));
  const stored = [
    ...tokens.flatMap(({ token }) => (token.fromManifest ? [`token ${token.name}`] : [])),
    ...webhooks.flatMap(({ webhook }) => (webhook.fromManifest ? [`webhook ${webhook.name}`] : [])),
  ];
  const made = [...created.filter((thing) => /^(token|webhook) /.test(thing)), ...stored];
  return [...new Set(made)].flatMap((thing) => (gone.has(thing) ? [] : shortDigest(thing))).sort();
};

/**
 * Ends the notes of changes beside the manifest of all that it names, because the site is as it says now; a
 * dry run tells them instead. Those that were made since the site was read stay.
 */
export const endChangesBeside = async (
  manifest: Manifest,
  stored: Pick<StoredState, "site" | "tokens" | "webhooks">,
  run: Run,
): Promise<void> => {
  const { beside: read } = stored.site;
  const entries = run.ledger.entries();
  if (run.dryRun) {
    const told = takenBack(manifest, read, entries);
    const isTold = (thing: string) => told.some((each) => each.startsWith(thing.replace(/removed\)$/, "")));
    return run.ledger.noteBeside([...told, ...madeAgain(read, entries).filter((thing) => !isTold(thing))]);
  }
  const said = saidBy(manifest);
  const ended = read.changed.filter(({ thing }) => said.has(thing));
  const made = madeNow(stored, entries);
  if (ended.length === 0 && isDeepStrictEqual(made, read.made ?? [])) return;
  run.begin();
  await changeSite(async ({ beside }) => {
    const changed = beside.changed.filter((each) => !ended.some((one) => isDeepStrictEqual(one, each)));
    const next = { ...beside, changed, ...((made.length > 0 || beside.made) && { made }) };
    return isDeepStrictEqual(next, beside) ? undefined : { beside: next };
  });
};
