/** What estimates use of the rest of Lectern. */
export { certain } from "../../../lib/certain.ts";
export { defaultFunctionMb } from "../../../lib/routes/route.ts";
