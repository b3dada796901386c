// Proves contract rules: unknown-parameters, query-values.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requireAcceptable } from "#lib/http/negotiation.ts";
import { declaredMedia, fieldsOfMedia } from "#lib/media/media.ts";
import { openApiDocument } from "#lib/openapi/document.ts";
import { documentedPath } from "#lib/openapi/operation.ts";
import { refusalsOf } from "#lib/openapi/refusal-responses.ts";
import { fieldsOfAll } from "#lib/pages/content.ts";
import { declared } from "#lib/pages/content-values.ts";
import { postFilterNames } from "#lib/queries/post-filter-names.ts";
import { type RefusalCode, refusals } from "#lib/refusals/catalogue.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { logOut, showPasswordChange, showSignIn } from "#lib/routes/accounts.ts";
import { readExport } from "#lib/routes/administration-export.ts";
import { readSiteStatistics } from "#lib/routes/administration-statistics.ts";
import { showConsent, showOwnAgents } from "#lib/routes/agent-pages.ts";
import { listChanges } from "#lib/routes/changes.ts";
import { listComments, listTrainingData } from "#lib/routes/comments.ts";
import { listBin } from "#lib/routes/editor-bin.ts";
import { diffPostRevision } from "#lib/routes/editor-history.ts";
import { listCollections, listImages as listEditorImages } from "#lib/routes/editor-media.ts";
import { deleteImage, readEditorImage } from "#lib/routes/editor-media-objects.ts";
import { listCategories, listEditablePages, listTags } from "#lib/routes/editor-pages.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { lookUpPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { previewPost } from "#lib/routes/editor-previews.ts";
import { readFacets } from "#lib/routes/facets.ts";
import { findImage, listViewableImages, readViewableImage } from "#lib/routes/images.ts";
import { readPreview, showPreview } from "#lib/routes/opened-previews.ts";
import { showOwnFeeds } from "#lib/routes/own-feeds.ts";
import { listOwnAudios } from "#lib/routes/own-media.ts";
import { findPage, listPages, readLivePage } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import { readSitemap } from "#lib/routes/site-crawling.ts";
import { readMediaFile } from "#lib/routes/site-media.ts";
import { readSitePage } from "#lib/routes/site-pages.ts";
import { readSuggestions } from "#lib/routes/suggestions.ts";
import { routes } from "#lib/routes/table.ts";
import { listThemes, selectTheme } from "#lib/routes/themes.ts";
import { readPlayerConfig, readWebPlayer } from "#lib/routes/web-player.ts";
import { anyText } from "#test/support/any-text.ts";

/** For each parameter, a query in which it makes a difference. */
type Samples = Readonly<Record<string, string>>;

const pages: Samples = { page: "page=2", pageSize: "pageSize=1" };
const slice: Samples = { limit: "limit=1", offset: "offset=1" };
const may: Samples = { may: "may=true" };
const theme: Samples = { theme: "theme=plain", template_base_dir: "theme=a&template_base_dir=plain" };
const facets: Samples = {
  date_facets: "date_facets=2025-02",
  category_facets: "category_facets=birds",
  tag_facets: "tag_facets=otter",
};
const filters: Samples = {
  ...facets,
  date_after: "date_after=2025-02-01",
  date_before: "date_before=2025-02-28",
  o: "o=visible_date",
};
const search: Samples = { search: "search=otter", search_operator: "search=otter&search_operator=or" };
const onePage: Samples = {
  ...theme,
  fields: "fields=_",
  type: "type=site.Post",
  exact_type: "type=site.Blog&exact_type=true",
  order: "order=-nothing",
  site: "site=example.org:80",
  rich_text_format: "rich_text_format=html",
  render_for_feed: "render_for_feed=false",
  format: "format=yaml",
};

/** The same samples, after other parameters that they need. */
const after = (start: string, samples: Samples): Samples =>
  Object.fromEntries(Object.entries(samples).map(([name, query]) => [name, `${start}&${query}`]));

const samplesByQuery = new Map<Route["query"], Samples>([
  [listOwnAudios.query, pages],
  [listCategories.query, pages],
  [listBin.query, { ...pages, ...may }],
  [readExport.query, { after: "after=1" }],
  [readSiteStatistics.query, { days: "days=7", path: "path=/notes/" }],
  [listChanges.query, { cursor: "cursor=x", limit: "limit=5" }],
  [listThemes.query, { ...theme, ...pages }],
  [
    listEditablePages.query,
    {
      ...{
        parent: "parent=3",
        type: "type=site.Post",
        exact_type: "type=site.Post&exact_type=true",
        state: "state=draft",
        q: "q=otter",
        slug: "slug=otter",
      },
      ...{
        tag: "tag=otter",
        category: "category=birds",
        author: "author=ada",
        source: "source=blog",
        uses: "uses=image:1",
        order: "order=title",
      },
      ...{
        changed_since: "changed_since=2025-02-01",
        media: "media=true",
        being_edited: "being_edited=true",
        ...may,
        ...pages,
      },
    },
  ],
  [listTags.query, { q: "q=otter", ...pages }],
  [readPost.query, { being_edited: "being_edited=true", ...may }],
  [updatePost.query, { working_copy: "working_copy=7" }],
  [previewPost.query, { working_copy: "working_copy=true" }],
  [deleteImage.query, { force: "force=yes" }],
  [diffPostRevision.query, { against: "against=1" }],
  [listTrainingData.query, slice],
  [listParents.query, { ...slice, ...may }],
  [readEditorImage.query, may],
  [showSignIn.query, { next: "next=/notes/" }],
  [showPasswordChange.query, { changed: "changed=yes" }],
  [
    showConsent.query,
    {
      ...{ response_type: "response_type=code", client_id: "client_id=a", redirect_uri: "redirect_uri=b" },
      ...{ code_challenge: "code_challenge=c", code_challenge_method: "code_challenge_method=S256" },
      ...{ scope: "scope=write", state: "state=1", resource: "resource=d" },
    },
  ],
  [showOwnAgents.query, { ended: "ended=yes" }],
  [showOwnFeeds.query, { revoked: "revoked=yes" }],
  [
    logOut.query,
    { next: "next=/notes/", everywhere: "everywhere=true", session: "session=0123456789abcdef" },
  ],
  [selectTheme.query, { next: "next=/notes/" }],
  [readSitemap.query, { part: "part=1" }],
  [readMediaFile.query, { password: "password=wrong" }],
  [readWebPlayer.query, { episode_id: "episode_id=1" }],
  [readPlayerConfig.query, { ...theme, color_scheme: "color_scheme=dark" }],
  [readSuggestions.query, { ...facets, search: "search=ot" }],
  [readFacets.query, { ...filters, search: "search=otter", mode: "mode=modal" }],
  [
    readSitePage.query,
    {
      ...filters,
      ...theme,
      search: "search=otter",
      page: "page=2",
      password: "password=wrong",
      comment: "comment=new",
      transcript: "transcript=2",
    },
  ],
  [
    listEditorImages.query,
    {
      ...pages,
      q: "q=otter",
      tag: "tag=river&tag=sea",
      collection: "collection=1",
      parts_sha256: `parts_sha256=${"a".repeat(64)}`,
      details: "details=true",
      ...may,
    },
  ],
  [listComments.query, { ...pages, state: "state=public", on: "on=1", below: "below=1", q: "q=otter" }],
  [listCollections.query, after("type=image", { ...pages, type: "" })],
  [
    lookUpPost.query,
    {
      parent: "parent=1&slug=otter",
      slug: "parent=1&slug=otter",
      ...after("parent=1&slug=otter", may),
    },
  ],
  [findImage.query, { id: "id=1" }],
  [readViewableImage.query, { fields: "fields=_", order: "order=-nothing", format: "format=yaml" }],
  [
    listViewableImages.query,
    {
      ...pages,
      ...search,
      fields: "fields=width",
      order: "order=title",
      tags: "tags=river",
      id: "id=1",
      title: "title=Otter",
      width: "width=640",
      height: "height=480",
      limit: "limit=1",
      offset: "offset=1",
      format: "format=yaml",
    },
  ],
  [findPage.query, { html_path: "html_path=/notes/", id: "id=1", redirects: "redirects=true" }],
  [readLivePage.query, onePage],
  [showPreview.query, { ...theme, key: "key=a" }],
  [readPreview.query, { key: "key=a", fields: "fields=_", format: "format=yaml" }],
  [
    listPages.query,
    {
      ...onePage,
      ...pages,
      ...search,
      ...after("use_post_filter=true", filters),
      ...after("type=site.Blog", { description: "description=Notes" }),
      ...after("type=site.Post", {
        uuid: "uuid=5d2c7c0e-0f0f-4c4e-9d1a-6f1f2a3b4c5d",
        visible_date: "visible_date=2025-02-01",
        cover_image: "cover_image=1",
        cover_alt_text: "cover_alt_text=Otter",
        body: "body=Otter",
      }),
      use_post_filter: "use_post_filter=true",
      child_of: "child_of=1",
      descendant_of: "descendant_of=root",
      ancestor_of: "ancestor_of=1",
      translation_of: "translation_of=1",
      locale: "locale=en",
      id: "id=1",
      slug: "slug=otter",
      title: "title=Otter",
      seo_title: "seo_title=Otter",
      search_description: "search_description=Otter",
      first_published_at: "first_published_at=2025-02-01",
      show_in_menus: "show_in_menus=true",
      alias_of: "alias_of=1",
      limit: "limit=1",
      offset: "offset=1",
    },
  ],
]);

/** Surfaces that refuse undeclared parameters; others ignore them. */
const strict = new Set<Route["query"]>(
  [
    listPages,
    listViewableImages,
    listEditorImages,
    listComments,
    listCollections,
    lookUpPost,
    diffPostRevision,
    listEditablePages,
    listTags,
    deleteImage,
    listBin,
    listCategories,
    listChanges,
    readExport,
    readSiteStatistics,
  ].map(({ query }) => query),
);

/** A query that records which parameters are read, and can only be read by name. */
class AskedQuery extends URLSearchParams {
  readonly asked = new Set<string>();

  override get(name: string): string | null {
    this.asked.add(name);
    return super.get(name);
  }

  override getAll(name: string): string[] {
    this.asked.add(name);
    return super.getAll(name);
  }

  override has(name: string): boolean {
    this.asked.add(name);
    return super.has(name);
  }

  override entries(): never {
    throw new Error("Parsers ask for parameters by name.");
  }

  override [Symbol.iterator](): never {
    return this.entries();
  }

  override forEach(): never {
    return this.entries();
  }

  override toString(): never {
    return this.entries();
  }
}

const context = { postFilters: () => new Set(postFilterNames) };

type Outcome = { readonly query: unknown } | { readonly refused: RefusalCode; readonly message: string };

/** What a route reads from a query; every route reads `format` first. */
const outcomeOf = (route: Route, query: string): Outcome => {
  const params = new URLSearchParams(query);
  try {
    requireAcceptable(route, { query: params, headers: {} });
    return { query: route.query.parse(params, context) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: error.code, message: error.message };
  }
};

const without = (query: string, name: string): string => {
  const params = new URLSearchParams(query);
  params.delete(name);
  return params.toString();
};

const operations: Readonly<Record<string, Readonly<Record<string, { parameters?: readonly Documented[] }>>>> =
  openApiDocument(routes).paths as never;

interface Documented {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
}

test("some routes take no parameters, and most of those that read take some", () => {
  const reading = routes.filter(({ method }) => method === "GET");
  const taking = routes.filter(({ query }) => Object.keys(query.parameters).length > 0);
  expect(taking.length).toBeLessThan(routes.length);
  expect(taking.length).toBeGreaterThan(reading.length / 2);
});

/** Texts that lists filter by because a declaration says so. */
const declaredFilters = [...declaredMedia(fieldsOfMedia.image), ...declared(fieldsOfAll)].flatMap(
  ([, { type, item }, name]) => (type === "text" && item?.filter ? [name] : []),
);

const declaredSamples = (parameters: object): Samples =>
  Object.fromEntries(
    declaredFilters.flatMap((name) =>
      name in parameters ? [[name, `${"type" in parameters ? "type=site.Post&" : ""}${name}=x`]] : [],
    ),
  );

describe.each(routes)("the query of $id", (route) => {
  const { parameters } = route.query;
  const names = Object.keys(parameters);
  const samples = { ...declaredSamples(parameters), ...samplesByQuery.get(route.query) };
  const required = names.filter((name) => parameters[name]!.required);
  const least = samples[required[0] ?? ""] ?? "";

  test("has a sample of each parameter that it declares", () => {
    expect(Object.keys(samples).sort()).toEqual([...names].sort());
  });

  test("is in the API's description", () => {
    const { parameters: all = [] } = operations[documentedPath(route)]![route.method.toLowerCase()]!;
    const documented = all.filter((parameter) => parameter.in === "query");
    const trial = route.takesDryRun ? ["dry_run", "report"] : [];
    expect(documented.map(({ name }) => name)).toEqual([...names, ...trial]);
    expect(documented.filter((parameter) => parameter.required).map(({ name }) => name)).toEqual(required);
  });

  test.each(names)("says something with %s that it does not say without", (name) => {
    expect(samples[name]).toContain(`${name}=`);
    const [given, missing] = [samples[name]!, without(samples[name]!, name)].map((each) =>
      outcomeOf(route, each),
    );
    expect(given).not.toEqual(missing);
  });

  test("asks for the parameters that it declares, and for no others", () => {
    const asked = ["", ...Object.values(samples)].flatMap((sample) => {
      const query = new AskedQuery(sample);
      try {
        route.query.parse(query, context);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
      return [...query.asked];
    });
    expect([...new Set(asked)].sort()).toEqual(names.filter((name) => name !== "format").sort());
  });

  test("needs the parameters that are required, and no others", () => {
    expect(outcomeOf(route, least)).toHaveProperty("query");
    for (const name of required) expect(outcomeOf(route, without(least, name))).toHaveProperty("refused");
  });

  test(`${strict.has(route.query) ? "refuses" : "ignores"} parameters that nobody has declared`, () => {
    const outcome = outcomeOf(route, `${least}&nobody=1`);
    if (strict.has(route.query)) expect(outcome).toHaveProperty("refused");
    else expect(outcome).toEqual(outcomeOf(route, least));
  });

  test("is refused with what the route declares, whatever its values are", () => {
    const codes = refusalsOf(route).map(sentCode);
    const value = fc.oneof(
      anyText(),
      fc.constantFrom(
        "",
        "0",
        "-1",
        "last",
        "random",
        "*",
        "site.Post",
        "true",
        "99999999999999999999",
        "\0",
      ),
    );
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names, "nobody"), value), { maxLength: 5 });
    fc.assert(
      fc.property(pairs, (given) => {
        const outcome = outcomeOf(route, String(new URLSearchParams(given)));
        if ("refused" in outcome) expect(codes).toContain(sentCode(outcome.refused));
      }),
    );
  });
});

/** The code that callers get. */
const sentCode = (code: RefusalCode): string =>
  "code" in refusals[code] ? String(refusals[code].code) : code;
