import { type FieldsTree, type PageSelection, parseFields, selectPageFields } from "./fields.ts";
import { type Filter, parseFilters, refuseUnknownParameters } from "./filters.ts";
import { namedFields, type PageFieldName, storedFieldsOf } from "./item-fields.ts";
import { pageFieldParameters, pageListParameters, pageReadParameters } from "./page-parameters.ts";
import { parseRendering, type Rendering } from "./page-rendering.ts";
import { type PageType, parseTypes } from "./page-types.ts";
import { parseWindow, type Window } from "./pagination.ts";
import { integerFrom, lastValues, naturalFrom, QueryError, type QueryValues } from "./parameter-values.ts";
import { type PostFilter, parsePostFilter } from "./post-filter.ts";
import type { QueryDeclaration } from "./query-declaration.ts";
import { type Order, parseListOrder, parseOrder, parseSearch, type Search } from "./search-and-order.ts";

/** A page in a query; `root` is the site's root page. */
export type PageReference = number | "root";

/** A site in a query: its host name in lower case, and its port if the query has one. */
export interface SiteReference {
  readonly hostname: string;
  readonly port: number | null;
}

export type PageFilter = Filter<PageFieldName>;

/** The default is relevance in a search, else tree order: depth first, siblings by creation. */
export type PageListOrder = Order<PageFieldName>;

/** The query of a list of pages. Null members were not given. */
export interface PageListQuery {
  readonly types: readonly PageType[];
  /** Subtypes do not count. */
  readonly exactTypes: boolean;
  readonly childOf: PageReference | null;
  readonly descendantOf: PageReference | null;
  readonly ancestorOf: number | null;
  readonly translationOf: PageReference | null;
  readonly locale: string | null;
  readonly site: SiteReference | null;
  readonly filters: readonly PageFilter[];
  /** The search; null with the enhanced filters, which have one of their own. */
  readonly search: Search | null;
  /** The enhanced filters; null unless `use_post_filter` is `true`. */
  readonly enhanced: PostFilter | null;
  readonly order: PageListOrder;
  readonly window: Window;
  readonly selection: PageSelection;
  readonly rendering: Rendering;
}

/** `fields` needs `selectPageFields` with the type of the page, once found. */
export interface PageReadQuery {
  /** The page must have one of these types; empty means any type. */
  readonly types: readonly PageType[];
  /** Subtypes do not count. */
  readonly exactTypes: boolean;
  /** The site; null for the one that the request reached. */
  readonly site: SiteReference | null;
  readonly fields: FieldsTree;
  readonly rendering: Rendering;
}

/** Messages for objects that do not exist for the caller: pages (400), locales and sites (404). */
export const absenceMessages = {
  childOf: "parent page doesn't exist",
  descendantOf: "ancestor page doesn't exist",
  ancestorOf: "descendant page doesn't exist",
  translationOf: "translation_of page doesn't exist",
  locale: "locale doesn't exist",
  site: "site doesn't exist",
} as const;

/** The parameters that are not fields, and two that are ignored. */
const operations: ReadonlySet<string> = new Set([...Object.keys(pageListParameters), "date", "_"]);

/**
 * The query of a list of pages (contract#list-parameters). The last value of a repeated parameter counts;
 * only active enhanced filters do. Parameters that are neither operations nor stored fields of the types are
 * 400s, and so are invalid values. The caller checks that named pages, locales and sites exist, and answers
 * with `absenceMessages`.
 */
export const pageListQuery: QueryDeclaration<PageListQuery> = {
  parameters: { ...pageListParameters, ...pageFieldParameters },
  parse: (params, context) => {
    const values = lastValues(params);
    const types = parseTypes(values.get("type") ?? "");
    const fields = storedFieldsOf(types);
    refuseUnknownParameters(values, operations, fields);
    const filters = parseFilters(
      values,
      fields.filter(({ name }) => !operations.has(name)),
    );
    if (values.has("descendant_of") && values.has("child_of")) {
      throw new QueryError(400, "filtering by descendant_of with child_of is not supported");
    }
    const enhanced = isEnhanced(values) ? parsePostFilter(values, context.postFilters()) : null;
    const search = enhanced === null ? parseSearch(values) : null;
    return {
      types,
      exactTypes: exactTypesIn(values),
      childOf: pageOrRootFrom(values, "child_of"),
      descendantOf: pageOrRootFrom(values, "descendant_of"),
      ancestorOf: pageFrom(values, "ancestor_of"),
      translationOf: pageOrRootFrom(values, "translation_of"),
      locale: values.get("locale") ?? null,
      site: siteFrom(values),
      filters,
      search,
      enhanced,
      order: parseListOrder(values, fields, search),
      window: parseWindow(params),
      selection: selectPageFields(parseFields(values.get("fields") ?? "", namedFields), types, "list"),
      rendering: parseRendering(values),
    };
  },
};

/** The query of one page. Unknown parameters are ignored, but not bad values (contract#list-parameters). */
export const pageReadQuery: QueryDeclaration<PageReadQuery> = {
  parameters: pageReadParameters,
  parse: (params) => {
    const values = lastValues(params);
    const types = parseTypes(values.get("type") ?? "");
    parseOrder(values.get("order") ?? "", storedFieldsOf(types));
    return {
      types,
      exactTypes: exactTypesIn(values),
      site: siteFrom(values),
      fields: parseFields(values.get("fields") ?? "", namedFields),
      rendering: parseRendering(values),
    };
  },
};

const pageFrom = (values: QueryValues, parameter: string): number | null => {
  const text = values.get(parameter);
  return text === undefined ? null : naturalFrom(parameter, text);
};

const pageOrRootFrom = (values: QueryValues, parameter: string): PageReference | null =>
  values.get(parameter) === "root" ? "root" : pageFrom(values, parameter);

const siteFrom = (values: QueryValues): SiteReference | null => {
  const text = values.get("site");
  if (!text) return null;
  const colon = text.indexOf(":");
  if (colon === -1) return { hostname: text.toLowerCase(), port: null };
  const port = integerFrom(text.slice(colon + 1));
  if (port === undefined) throw new QueryError(404, absenceMessages.site);
  return { hostname: text.slice(0, colon).toLowerCase(), port };
};

const isEnhanced = (values: QueryValues): boolean => values.get("use_post_filter") === "true";

const exactTypesIn = (values: QueryValues): boolean => {
  const text = values.get("exact_type") ?? "false";
  if (text !== "true" && text !== "false") throw new QueryError(400, "exact_type must be 'true' or 'false'");
  return text === "true";
};
