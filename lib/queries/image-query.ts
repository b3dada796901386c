import { allImageFields, declaredMedia } from "#lib/media/media.ts";
import { parseFields, type Selection, selectFields } from "./fields.ts";
import { type Filter, parseFilters, refuseUnknownParameters } from "./filters.ts";
import {
  type ImageFieldName,
  imageItemFields,
  namedImageFields,
  type StoredImageField,
  storedImageFields,
} from "./item-fields.ts";
import { parseWindow, type Window, windowParameters } from "./pagination.ts";
import { lastValues, QueryError, type QueryValues } from "./parameter-values.ts";
import { formatParameter, type QueryDeclaration, type QueryParameter } from "./query-declaration.ts";
import {
  type OrderKey,
  orderParameter,
  parseListOrder,
  parseOrder,
  parseSearch,
  searchParameters,
} from "./search-and-order.ts";
import { type WordSearch, wordSearchOf } from "./word-search.ts";

export interface ImageListQuery {
  readonly filters: readonly Filter<StoredImageField, number | string>[];
  readonly tags: readonly string[];
  readonly search: WordSearch | null;
  readonly order: "id" | "relevance" | "random" | readonly OrderKey<StoredImageField>[];
  readonly window: Window;
  readonly selection: Selection<ImageFieldName>;
}

const readParameters = {
  fields: { description: "Fields to show, such as `width,-title`, `*` or `_,title`." },
  order: orderParameter,
  format: formatParameter,
} as const;

const listParameters = {
  ...readParameters,
  ...searchParameters,
  search: { description: "Words of the title, the description and the tags." },
  tags: { description: "Exact tags, comma-separated, all of them; not together with `search`." },
  ...windowParameters,
} as const;

/** The parameters that filter by a field. */
const fieldParameters: Readonly<Record<string, QueryParameter>> = {
  id: { description: "Only the image with this id.", type: "integer" },
  ...Object.fromEntries(
    declaredMedia(allImageFields).flatMap(([, { item }, name]) => {
      const called = item?.filter === true ? name.replaceAll("_", " ") : item?.filter;
      return called ? [[name, { description: `Only images with exactly this ${called}.` }]] : [];
    }),
  ),
  width: { description: "Only images of this width in pixels.", type: "integer" },
  height: { description: "Only images of this height in pixels.", type: "integer" },
};

/** The parameters that are not fields, and one that is ignored. */
const operations: ReadonlySet<string> = new Set([...Object.keys(listParameters), "_"]);

/** The query of a list of images (contract#images-list). Unknown parameters and invalid values are 400s. */
export const imageListQuery: QueryDeclaration<ImageListQuery> = {
  parameters: { ...listParameters, ...fieldParameters },
  parse: (params) => {
    const values = lastValues(params);
    refuseUnknownParameters(values, operations, storedImageFields);
    const filters = parseFilters(values, storedImageFields);
    const tags = values.get("tags")?.split(",") ?? [];
    const search = parseSearch(values);
    if (search && tags.length > 0) {
      throw new QueryError(400, "filtering by tag with a search query is not supported");
    }
    const order = parseListOrder(values, storedImageFields, search);
    return {
      filters,
      tags,
      search: search && wordSearchOf(search),
      order: order === "default" ? (search ? "relevance" : "id") : order,
      window: parseWindow(params),
      selection: selectionFrom(values, "list"),
    };
  },
};

/** The query of one image. Unknown parameters are ignored, but a bad `order` or `fields` is a 400. */
export const imageReadQuery: QueryDeclaration<Selection<ImageFieldName>> = {
  parameters: readParameters,
  parse: (params) => {
    const values = lastValues(params);
    parseOrder(values.get("order") ?? "", storedImageFields);
    return selectionFrom(values, "detail");
  },
};

const selectionFrom = (values: QueryValues, view: "list" | "detail"): Selection<ImageFieldName> =>
  selectFields(imageItemFields, parseFields(values.get("fields") ?? "", namedImageFields), view);
