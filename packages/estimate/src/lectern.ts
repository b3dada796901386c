/** What estimates use of the rest of Lectern. */
export { defaultFunctionMb } from "../../../lib/routes/route.ts";
