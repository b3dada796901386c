import { Refusal } from "../../../packages/client/src/refusal.ts";
import type { FirstReads } from "../shell/first-reads.ts";
import { impatient, isSignedOut, postsOf, service } from "../shell/service.ts";
import type { Fields } from "../words/merge.ts";
import type { Base, Failure, Outcome, PageService, StoredCopy } from "../words/ports.ts";

/** The fields that people edit here; what is left out stays as it is. */
const editable = {
  "site.Post": [
    ...["title", "slug", "seo_title", "search_description", "visible_date", "tags", "categories", "authors"],
    ...["aliases", "cover_image", "language", "translation_of", "overview", "detail"],
  ],
  "site.Episode": [
    ...["title", "slug", "seo_title", "search_description", "visible_date", "tags", "categories", "authors"],
    ...[
      "aliases",
      "cover_image",
      "language",
      "translation_of",
      "overview",
      "detail",
      "podcast_audio",
      "episode_number",
      "episode_type",
    ],
    ...["season", "keywords", "explicit", "block", "soundbites"],
  ],
  "site.Page": [
    ...["title", "slug", "seo_title", "search_description", "aliases", "cover_image", "show_in_menus"],
    ...["language", "translation_of", "overview", "detail"],
  ],
} as const;

export type PostType = keyof typeof editable;

export const isPostType = (type: string): type is PostType => Object.hasOwn(editable, type);

type Shown = Readonly<Record<string, unknown>> & { readonly latest_revision_id: number };

/** A page as the API shows it, as what somebody begins to write with. */
const baseOf = (page: object, type: PostType): Base => {
  const shown = page as Shown;
  return { revisionId: shown.latest_revision_id, fields: fieldsOf(shown, type) };
};

/** The fields of a page as the API shows it. */
const fieldsOf = (page: Readonly<Record<string, unknown>>, type: PostType): Fields =>
  Object.fromEntries(
    editable[type].flatMap((name) => (page[name] === undefined ? [] : [[name, page[name]]])),
  ) as Fields;

/**
 * The requests for one page, with their outcomes as the keeper of words needs them. What was read first is
 * given once, unless something has been written since.
 */
export const pageServiceFor = (
  id: number,
  type: PostType,
  client: string,
  first?: Pick<FirstReads, "page" | "copy">,
): PageService => {
  const posts = postsOf(type);
  const soon = postsOf(type, impatient);
  const unused = { ...first };
  const once = <Name extends "page" | "copy">(name: Name) => {
    const read = unused[name];
    delete unused[name];
    return read;
  };
  const writes = () => {
    delete unused.page;
    delete unused.copy;
  };
  return {
    read: () => outcomeOf(async () => baseOf(await (once("page") ?? posts.read(id)), type)),
    readRevision: (revision) =>
      outcomeOf(async () => {
        const shown = (await service.request("get", "/api/editor/posts/{id}/revisions/{revision}/", {
          params: { id, revision },
        })) as unknown as Readonly<Record<string, unknown>>;
        return { revisionId: revision, fields: fieldsOf(shown, type) };
      }),
    readCopy: () =>
      outcomeOf(() =>
        ((once("copy") ?? posts.readWorkingCopy(id)) as Promise<StoredCopy>).catch((error) => {
          if (error instanceof Refusal && error.status === 404) return null;
          throw error;
        }),
      ),
    putCopy: ({ version, base_revision_id, fields }) =>
      outcomeOf(() => {
        writes();
        return soon.storeWorkingCopy(id, {
          version,
          base_revision_id,
          fields: fields as Record<string, never>,
          client,
        }) as unknown as Promise<StoredCopy>;
      }),
    save: ({ key, base, fields, version }) =>
      outcomeOf(async () => {
        writes();
        const changes = Object.fromEntries(
          Object.entries(fields).filter(
            ([name, value]) => JSON.stringify(value) !== JSON.stringify(base.fields[name]),
          ),
        );
        const saved = await posts.update({ id, latest_revision_id: base.revisionId }, changes as never, {
          key,
          ...(version > 0 && { workingCopy: version }),
        });
        return { revisionId: saved.latest_revision_id, isCopyKept: saved.working_copy === "kept" };
      }),
  };
};

const outcomeOf = async <Value>(work: () => Promise<Value>): Promise<Outcome<Value>> => {
  try {
    return { value: await work() };
  } catch (error) {
    return { failure: failureOf(error) };
  }
};

/** What comes again later, and what does not. */
const failureOf = (error: unknown): Failure => {
  if (!(error instanceof Refusal)) return { kind: "away" };
  if (isSignedOut(error)) return { kind: "signed out" };
  if (error.code === "working_copy_conflict") {
    const { working_copy } = error.body as { readonly working_copy: StoredCopy | null };
    return { kind: "other copy", copy: working_copy };
  }
  if (error.code === "revision_conflict") return { kind: "other revision" };
  if (error.status >= 500 || error.status === 429 || error.code === "request_in_progress")
    return { kind: "away" };
  return { kind: "refused", message: error.message, problems: error.problems };
};
