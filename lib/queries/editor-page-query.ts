import { parseInstant } from "#lib/instant.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import type { PageKind } from "#lib/pages/page.ts";
import { comparedSlug } from "#lib/pages/slug.ts";
import type { Problem, ProblemCode } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { beingEditedParameter } from "./being-edited-query.ts";
import { mayParameter } from "./may-query.ts";
import { pageKindsOf, parseTypes } from "./page-types.ts";
import { type PageWindow, pageWindowParameters, parsePageWindow } from "./pagination.ts";
import {
  booleanParameter,
  integerFrom,
  lastValues,
  textPart,
  unsupportedParameters,
} from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

/** The states of pages for their editors (contract#pages-for-editors); a page can be in several of them. */
const pageStates = ["draft", "live", "changed", "scheduled", "locked", "workflow"] as const;
export type PageState = (typeof pageStates)[number];

export interface EditorPageOrder {
  readonly field: "changed_at" | "title" | "visible_date";
  readonly descending: boolean;
}

const orders = {
  "-changed_at": { field: "changed_at", descending: true },
  changed_at: { field: "changed_at", descending: false },
  title: { field: "title", descending: false },
  "-visible_date": { field: "visible_date", descending: true },
  visible_date: { field: "visible_date", descending: false },
} as const satisfies Record<string, EditorPageOrder>;

const orderNames = Object.keys(orders) as (keyof typeof orders)[];

interface UsedMediaObject {
  readonly kind: MediaKind;
  readonly id: number;
}

/** Which pages; undefined for any. */
export interface EditorPageQuery {
  readonly parent: number | undefined;
  readonly kinds: ReadonlySet<PageKind>;
  readonly state: PageState | undefined;
  /** Part of a title or slug, in lower case; empty for every page. */
  readonly part: string;
  readonly slug: string | undefined;
  readonly tag: string | undefined;
  /** A slug or an id, as text. */
  readonly category: string | undefined;
  /** A username. */
  readonly author: string | undefined;
  /** The name of the folder that a client keeps the page in. */
  readonly source: string | undefined;
  /** A media object that the page uses, in what is public or in its latest revision. */
  readonly uses: UsedMediaObject | undefined;
  /** An instant, ISO 8601 UTC. */
  readonly changedSince: string | undefined;
  readonly order: EditorPageOrder;
  /** True: items say which media their latest revisions use. */
  readonly media: boolean;
  /** True: items say who else is typing. */
  readonly beingEdited: boolean;
  /** True: items say what the caller may do (contract#may). */
  readonly may: boolean;
  readonly window: PageWindow;
}

const parameters = {
  parent: { description: "Only pages right below the page with this id.", type: "integer" },
  type: { description: "Page types, comma-separated, such as `site.Post`; subtypes count." },
  exact_type: {
    description: "`true`: subtypes do not count, so that `site.Page` has only pages that are no posts.",
    type: "boolean",
  },
  state: { description: `Only pages that are ${pageStates.join(", ")}.` },
  q: { description: "Part of the title or of a slug, in any case." },
  slug: { description: "Only pages with exactly this slug, public or of the latest revision." },
  tag: { description: "Only pages with exactly this tag." },
  category: { description: "Only pages in the category with this slug or id." },
  author: { description: "Only pages whose latest revision this user has saved." },
  source: { description: "Only pages whose `source` has this name." },
  uses: {
    description:
      "Only pages that use a media object, such as `image:12`, publicly or in the latest revision.",
  },
  changed_since: { description: "Only pages saved at this instant or later." },
  order: { description: `${orderNames.join(", ")}; the first unless said otherwise.` },
  media: { description: "`true`: with the media that the latest revision uses.", type: "boolean" },
  ...beingEditedParameter,
  ...mayParameter,
  ...pageWindowParameters,
} as const;

/** The query of the list of pages for editors. Refuses other parameters and values that are none. */
export const editorPageQuery: QueryDeclaration<EditorPageQuery> = {
  parameters,
  parse: (params) => {
    const exactType = booleanParameter(params, "exact_type");
    const media = booleanParameter(params, "media");
    const beingEdited = booleanParameter(params, "being_edited");
    const may = booleanParameter(params, "may");
    const problems: Problem[] = [
      ...unsupportedParameters(params, Object.keys(parameters)),
      ...exactType.problems,
      ...media.problems,
      ...beingEdited.problems,
      ...may.problems,
    ];
    const values = lastValues(params);
    /** The value as it is parsed; if that gives nothing, a problem. */
    const read = <Value>(
      path: string,
      parse: (text: string) => Value | undefined,
      [code, message]: readonly [ProblemCode, string],
    ): Value | undefined => {
      const text = values.get(path);
      const value = text === undefined ? undefined : parse(text);
      if (text !== undefined && value === undefined) problems.push({ path, code, message });
      return value;
    };
    const oneOf = (names: readonly string[]) =>
      ["invalid_choice", `Expected one of ${names.join(", ")}.`] as const;
    const parent = read("parent", idFrom, ["invalid", "Expected the id of a page."]);
    const types = read(
      "type",
      (text) => typesFrom(text, exactType.value),
      oneOf(["site.HomePage", "site.Blog", "site.Podcast", "site.Post", "site.Episode", "site.Page"]),
    );
    const state = read("state", (text) => pageStates.find((each) => each === text), oneOf(pageStates));
    const uses = read("uses", usedFrom, ["invalid", "Expected image:, audio: or video: and an id."]);
    const changedSince = read("changed_since", parseInstant, ["invalid", "An instant is required."]);
    const order = read("order", (text) => orderNames.find((each) => each === text), oneOf(orderNames));
    refuseProblems(problems);
    const slug = values.get("slug");
    return {
      ...{ parent, state, uses, changedSince, kinds: types ?? pageKindsOf([]) },
      part: textPart(params).toLowerCase(),
      slug: slug === undefined ? undefined : comparedSlug(slug),
      tag: values.get("tag"),
      category: values.get("category"),
      author: values.get("author"),
      source: values.get("source"),
      order: orders[order ?? "-changed_at"],
      media: media.value,
      beingEdited: beingEdited.value,
      may: may.value,
      window: parsePageWindow(params),
    };
  },
};

const idFrom = (text: string): number | undefined => {
  const id = integerFrom(text);
  return id === undefined || id < 1 ? undefined : id;
};

const usedFrom = (text: string): UsedMediaObject | undefined => {
  const [name, number = "", ...more] = text.split(":");
  const kind = mediaKinds.find((each) => each === name);
  const id = idFrom(number);
  return kind && id !== undefined && more.length === 0 ? { kind, id } : undefined;
};

const typesFrom = (text: string, areExact: boolean): ReadonlySet<PageKind> | undefined => {
  try {
    return pageKindsOf(parseTypes(text), areExact);
  } catch {
    return undefined;
  }
};
