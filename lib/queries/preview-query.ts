import { type FieldsTree, parseFields } from "./fields.ts";
import { namedFields } from "./item-fields.ts";
import { pageReadParameters } from "./page-parameters.ts";
import { chosenTheme, themeParameters } from "./page-rendering.ts";
import { lastValues } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

interface PreviewQuery {
  /** The secret; empty if there is none. */
  readonly key: string;
}

/** A request for the page that a preview link shows. */
export interface PreviewPageQuery extends PreviewQuery {
  /** A theme's slug, which may be unknown; null if the request does not choose. */
  readonly theme: string | null;
}

/** The query of a preview for programs. `fields` needs `selectPageFields` with the type of the page. */
export interface PreviewItemQuery extends PreviewQuery {
  readonly fields: FieldsTree;
}

const key = { description: "The secret of the link; any other is 404." } as const;

/** Refuses nothing. */
export const previewPageQuery: QueryDeclaration<PreviewPageQuery> = {
  parameters: { key, ...themeParameters },
  parse: (params) => {
    const values = lastValues(params);
    return { key: values.get("key") ?? "", theme: chosenTheme(values) };
  },
};

export const previewItemQuery: QueryDeclaration<PreviewItemQuery> = {
  parameters: { key, fields: pageReadParameters.fields, format: pageReadParameters.format },
  parse: (params) => {
    const values = lastValues(params);
    return { key: values.get("key") ?? "", fields: parseFields(values.get("fields") ?? "", namedFields) };
  },
};
