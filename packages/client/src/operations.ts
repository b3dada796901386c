import type { components, paths } from "./api.ts";

/** Shapes of the API by their names in its description, such as `EditorPost`. */
export type Schemas = components["schemas"];

export type Method = "get" | "post" | "put" | "patch" | "delete";

type OperationAt<Path extends keyof paths, M extends Method> =
  paths[Path] extends Record<M, infer Operation> ? Operation : never;

/** The paths that have this method. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, unknown> ? Path : never;
}[keyof paths];

type ParametersOf<Operation, Place extends string> = Operation extends {
  parameters: { [P in Place]: infer Parameters } | { [P in Place]?: infer Parameters };
}
  ? unknown extends Parameters
    ? never
    : Exclude<Parameters, undefined>
  : never;

type JsonBodyOf<Operation> = Operation extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

type JsonOf<Response> = Response extends { content: { "application/json": infer Body } } ? Body : undefined;

/** The answer of an operation that has done its work; dry runs answer with 200 instead. */
type SuccessOf<Operation> = Operation extends { responses: infer Responses }
  ? Responses extends { 201: infer Response }
    ? JsonOf<Response>
    : Responses extends { 204: unknown }
      ? undefined
      : Responses extends { 200: infer Response }
        ? Exclude<JsonOf<Response>, Schemas["DryRun"]>
        : unknown
  : never;

type Optional<Name extends string, Value> = [Value] extends [never]
  ? { readonly [N in Name]?: undefined }
  : { readonly [N in Name]?: Value };

type Required<Name extends string, Value> = [Value] extends [never]
  ? { readonly [N in Name]?: undefined }
  : { readonly [N in Name]: Value };

/** The parts of a request to an operation. */
export type PartsOf<Path extends keyof paths, M extends Method> = Required<
  "params",
  ParametersOf<OperationAt<Path, M>, "path">
> &
  Optional<"query", ParametersOf<OperationAt<Path, M>, "query">> &
  Optional<"json", JsonBodyOf<OperationAt<Path, M>>> &
  RequestOptions;

export interface RequestOptions {
  /** A form: with files, a `FormData`. */
  readonly form?: FormData | URLSearchParams;
  /** A text of another type than JSON, such as a transcript. */
  readonly text?: { readonly type: string; readonly content: string };
  /** The revision that must still be the latest. */
  readonly ifMatch?: number;
  /** The `Idempotency-Key` of a change; a new one by default. Equal keys make one change. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

export type AnswerOf<Path extends keyof paths, M extends Method> = SuccessOf<OperationAt<Path, M>>;
