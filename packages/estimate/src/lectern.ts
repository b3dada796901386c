/** All that estimates take of Lectern. */
export { defaultFunctionMb } from "../../../lib/routes/route.ts";
