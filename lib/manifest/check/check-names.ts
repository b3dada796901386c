import { pageKinds } from "#lib/manifest/page-schema.ts";
import type { Path, ProblemText, Report } from "#lib/manifest/problem.ts";
import {
  allPages,
  type Located,
  type Manifest,
  type PageNode,
  seasonsIn,
} from "#lib/manifest/read/read-manifest.ts";
import { type SecretValue, variableNamed } from "#lib/manifest/read/written.ts";
import { firstChapters } from "#lib/media/chapters.ts";
import { slugReservation } from "#lib/pages/addresses.ts";
import { mayHold, type PageKind, rootPageId } from "#lib/pages/page.ts";

/** Reports problems of the manifest itself: repeated names, misplaced pages, unset variables. */
export const checkNames = (manifest: Manifest, secretValue: SecretValue, report: Report): void => {
  const {
    groups,
    users,
    tokens,
    collections,
    categories,
    authors,
    images,
    audios,
    videos,
    workflows,
    pages,
  } = manifest;
  const all = allPages(pages);
  reportRepeats(groups, "name", ({ value }) => value.name, report);
  reportRepeats(users, "username", ({ value }) => value.username, report);
  reportRepeats(tokens, "name", ({ value }) => value.name, report);
  reportRepeats(tokens, "secret", ({ value }) => secretValue(value.secret), report);
  reportRepeats(manifest.webhooks, "name", ({ value }) => value.name, report);
  reportRepeats(collections, "path", ({ value }) => value.path, report);
  reportRepeats(categories, "slug", ({ value }) => value.slug, report);
  reportRepeats(authors, "slug", ({ value }) => value.slug, report);
  reportRepeats(images, "key", ({ value }) => value.key, report);
  reportRepeats(audios, "key", ({ value }) => value.key, report);
  reportRepeats(videos, "key", ({ value }) => value.key, report);
  for (const { at, value } of audios) {
    const chapters = members(value.chapters ?? [], [...at, "chapters"]);
    reportRepeats(chapters, "start", (chapter) => String(chapter.value.start), report);
    const fitting = firstChapters(value.chapters ?? []).length;
    if (fitting < chapters.length)
      report([...at, "chapters"], `expected fewer chapters: there is room for ${fitting}`, "max_length");
  }
  reportRepeats(workflows, "name", ({ value }) => value.name, report);
  for (const { at, value } of workflows) {
    reportRepeats(members(value.tasks, [...at, "tasks"]), "name", (task) => task.value.name, report);
  }
  reportRepeats(all, "key", ({ value }) => value.key, report);
  reportRepeats(all, "uuid", ({ value }) => value.uuid, report);
  reportRepeats(all, "slug", ({ path }) => path, report);
  for (const { at, value } of groups) {
    reportRepeats(members(value.pages, [...at, "pages"]), "page", (grant) => grant.value.page, report);
    reportRepeats(
      members(value.collections, [...at, "collections"]),
      "collection",
      (grant) => grant.value.collection,
      report,
    );
  }
  for (const [written, path] of secretsIn(manifest)) {
    if (secretValue(written) === undefined) {
      report(path, ({ unset }) => unset(variableNamed(written) ?? ""));
    }
  }
  for (const node of pages) checkPlace(node, "root", report);
  for (const home of pages) for (const node of home.children) checkSlug(node, report);
  for (const node of all) checkContent(node, report);
  for (const node of all) checkSeasons(node, report);
};

/** Warns of drafts whose slug a sibling has as well. */
export const noteSharedSlugs = (siblings: readonly PageNode[], note: Report): void => {
  const first = new Map(siblings.map((node) => [node.slug, node]));
  for (const node of siblings) {
    const slug = node.value.newer_draft?.slug ?? node.value.draft?.slug ?? node.slug;
    const other = first.get(slug);
    if (!other) first.set(slug, node);
    else if (other !== node) {
      const text: ProblemText = ({ place }) =>
        `${slug} is the slug of ${place(other.at)} too: looking it up is ambiguous until one of them changes`;
      note([...node.at, "draft", "slug"], text);
    }
    noteSharedSlugs(node.children, note);
  }
};

const members = <Value>(values: readonly Value[], at: Path): Located<Value>[] =>
  values.map((value, index) => ({ at: [...at, index], value }));

const reportRepeats = <Part extends { readonly at: Path }>(
  parts: readonly Part[],
  key: string,
  nameOf: (part: Part) => string | undefined,
  report: Report,
): void => {
  const first = new Map<string, Part>();
  for (const part of parts) {
    const name = nameOf(part);
    if (name === undefined) continue;
    const earlier = first.get(name);
    if (earlier)
      report(
        [...part.at, key],
        ({ place }) => `expected another ${key} than that of ${place(earlier.at)}`,
        "duplicate",
      );
    else first.set(name, part);
  }
};

const secretsIn = ({
  users,
  tokens,
  webhooks,
  collections,
  pages,
}: Manifest): (readonly [string, Path])[] => [
  ...users.flatMap(({ at, value: { password } }) =>
    password === undefined ? [] : [[password, [...at, "password"]] as const],
  ),
  ...[...tokens, ...webhooks].map(({ at, value: { secret } }) => [secret, [...at, "secret"]] as const),
  ...[...collections, ...allPages(pages)].flatMap(({ at, value: { restriction } }) =>
    restriction?.type === "password"
      ? [[restriction.password, [...at, "restriction", "password"]] as const]
      : [],
  ),
];

const checkPlace = ({ at, kind, value, children }: PageNode, parent: PageKind, report: Report): void => {
  if (!mayHold(parent, kind)) {
    report([...at, "type"], `a ${value.type} cannot stand here; ${expectedBelow(parent)}`);
  }
  for (const child of children) checkPlace(child, kind, report);
};

/**
 * Reports slugs, of drafts too, that pages right below the home page may not have, because they are addresses
 * of the service.
 */
const checkSlug = ({ at, slug, value }: PageNode, report: Report): void => {
  const drafts = ["draft", "newer_draft"] as const;
  const slugs = [[[...at, "slug"], slug] as const].concat(
    drafts.flatMap((name) => {
      const other = value[name]?.slug;
      return other === undefined ? [] : [[[...at, name, "slug"], other] as const];
    }),
  );
  for (const [path, each] of slugs) {
    const reason = slugReservation(each, [rootPageId, rootPageId]);
    if (reason) report(path, reason);
  }
};

const expectedBelow = (parent: PageKind): string => {
  const types = Object.entries(pageKinds).flatMap(([type, kind]) => (mayHold(parent, kind) ? type : []));
  return types.length === 0 ? "expected no pages below this one" : `expected one of ${types.join(", ")}`;
};

const checkContent = ({ at, slug, value }: PageNode, report: Report): void => {
  checkSections(value, at, report);
  for (const name of ["draft", "newer_draft"] as const) {
    const draft = value[name];
    if (!draft) continue;
    checkSections(draft, [...at, name], report);
    if (!value.live && (draft.slug ?? slug) !== slug) {
      report([...at, name, "slug"], `expected ${slug}: a page that is not live has the slug of its draft`);
    }
  }
  if (value.newer_draft && !value.scheduled_at) {
    report(
      [...at, "newer_draft"],
      "expected `scheduled_at` beside it: without a schedule the draft is `draft`",
    );
  }
  if (value.type === "site.Episode" && value.live && !value.podcast_audio) {
    report([...at, "podcast_audio"], "is required: an episode needs an audio to be `live`", "required");
  }
  if (value.locked_by !== undefined && !value.locked) {
    report([...at, "locked_by"], "expected `locked: true` beside it");
  }
};

const checkSeasons = (node: PageNode, report: Report): void => {
  const seasons = members(seasonsIn(node), [...node.at, "seasons"]);
  reportRepeats(seasons, "key", ({ value }) => value.key, report);
  reportRepeats(seasons, "number", ({ value }) => `${value.number}`, report);
};

/** Reports sections that are given in two forms. */
const checkSections = (content: object, at: Path, report: Report): void => {
  const given = content as Readonly<Record<string, unknown>>;
  const stored = (given.stored_body ?? {}) as object;
  for (const section of ["overview", "detail"]) {
    const markdown = `${section}_markdown`;
    if (given[section] !== undefined && given[markdown] !== undefined) {
      report([...at, markdown], `expected either ${section} or ${markdown}`, "conflict");
    }
    if (Object.hasOwn(stored, section) && (given[section] ?? given[markdown]) !== undefined) {
      report([...at, "stored_body", section], `expected the section ${section} in one form only`);
    }
  }
};
