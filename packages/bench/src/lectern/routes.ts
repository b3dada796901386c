/** What may be asked for. */
export { fallback } from "../../../../lib/routes/fallback.ts";
export { defaultFunctionMb, type Route } from "../../../../lib/routes/route.ts";
export { routes } from "../../../../lib/routes/table.ts";
