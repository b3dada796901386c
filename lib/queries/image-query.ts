import { parseFields } from "./fields.ts";
import { type Filter, parseFilters, refuseUnknownParameters } from "./filters.ts";
import {
  type ImageFieldName,
  imageFields,
  type StoredImageField,
  storedImageFields,
} from "./image-fields.ts";
import { lastValues, type QueryValues } from "./last-values.ts";
import { type OrderKey, parseListOrder, parseOrder } from "./order.ts";
import { parseWindow, type Window } from "./pagination.ts";
import { QueryError } from "./query-error.ts";
import { parseSearch } from "./search.ts";
import { type Selection, selectFields } from "./select-fields.ts";
import { type WordSearch, wordSearchOf } from "./word-search.ts";

/** What a request for a list of images asks for. */
export interface ImageListQuery {
  readonly filters: readonly Filter<StoredImageField, number | string>[];
  /** All of them. */
  readonly tags: readonly string[];
  /** Null where nothing is searched for. */
  readonly search: WordSearch | null;
  readonly order: "id" | "relevance" | "random" | readonly OrderKey<StoredImageField>[];
  readonly window: Window;
  readonly selection: Selection<ImageFieldName>;
}

const operations: ReadonlySet<string> = new Set([
  ...["tags", "search", "search_operator", "order", "fields"],
  ...["limit", "offset", "page", "pageSize", "format", "_"],
]);

/**
 * Reads the query of a list of images (contract#images-list). Of a repeated parameter the last value counts.
 * A parameter that is neither an operation nor a stored field is a 400, and so is a value that its parameter
 * cannot have.
 */
export const parseImageListQuery = (params: URLSearchParams): ImageListQuery => {
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
};

/** Reads the query of one image: the fields to show. Unknown parameters are left alone; a bad `order` or `fields` is a 400 all the same. */
export const parseImageReadQuery = (params: URLSearchParams): Selection<ImageFieldName> => {
  const values = lastValues(params);
  parseOrder(values.get("order") ?? "", storedImageFields);
  return selectionFrom(values, "detail");
};

const selectionFrom = (values: QueryValues, view: "list" | "detail"): Selection<ImageFieldName> =>
  selectFields(imageFields, parseFields(values.get("fields") ?? ""), view);
