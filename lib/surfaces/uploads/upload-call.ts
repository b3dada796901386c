import type { Call } from "#lib/http/endpoint.ts";
import type { FormValues } from "#lib/routes/fields.ts";

/** What there is to know of a request that uploads media. */
export type UploadCall = Pick<Call<never, FormValues>, "body" | "principal" | "warn">;
