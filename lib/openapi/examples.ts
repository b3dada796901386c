import type { BodyKind, Route } from "#lib/routes/route.ts";
import recorded from "./examples.json" with { type: "json" };

/** A request that was sent to the service, and its answer. `npm run examples` records them. */
export interface Example {
  /** The parameters of the path, the query and the documented headers, by name. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: { readonly kind: BodyKind; readonly value: unknown };
  readonly status: number;
  /** Absent where the answer has no body. */
  readonly answer?: unknown;
}

export const exampleOf = ({ id }: Pick<Route, "id">): Example | undefined =>
  (recorded as Readonly<Record<string, Example>>)[id];

/** The kind in which an example's body is sent. */
export const bodyKindOf = ({ bodyKinds }: Pick<Route, "bodyKinds">, hasFiles: boolean): BodyKind =>
  hasFiles ? "multipart" : (bodyKinds[0] ?? "json");
