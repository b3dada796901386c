import { type FieldsTree, parseFields } from "./fields.ts";
import { lastValues } from "./last-values.ts";
import { namedFields } from "./page-fields.ts";
import { pageReadParameters } from "./page-parameters.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

/** A request with a preview link; its secret is empty if there is none. */
export interface PreviewPageQuery {
  readonly key: string;
}

export interface PreviewItemQuery extends PreviewPageQuery {
  readonly fields: FieldsTree;
}

const key = { description: "The secret of the link; any other is 404." } as const;

/** The query of the page that a preview link shows. Refuses nothing. */
export const previewPageQuery: QueryDeclaration<PreviewPageQuery> = {
  parameters: { key },
  parse: (params) => ({ key: lastValues(params).get("key") ?? "" }),
};

/** The query of a preview for programs. `fields` needs `selectPageFields` with the type of the page. */
export const previewItemQuery: QueryDeclaration<PreviewItemQuery> = {
  parameters: { key, fields: pageReadParameters.fields, format: pageReadParameters.format },
  parse: (params, context) => ({
    ...previewPageQuery.parse(params, context),
    fields: parseFields(lastValues(params).get("fields") ?? "", namedFields),
  }),
};
