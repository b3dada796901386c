import { fileURLToPath } from "node:url";

/** What a site costs, and the page that has the figures. */
export { type Counts, mostCounted } from "../../../estimate/src/counted.ts";
export { assumed, type Estimate, priced, quantitiesOf } from "../../../estimate/src/estimate.ts";
export { performancePage } from "../../../estimate/src/recorded.ts";
export { busiestTimesAverage, limits } from "../../../estimate/src/scale.ts";

/** The program that writes what sites cost. */
export const costProgram = fileURLToPath(new URL("../../../estimate/src/cost.ts", import.meta.url));
