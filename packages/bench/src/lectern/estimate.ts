/** What a site costs, and the page that has the figures. */
export { writeCost } from "../../../estimate/src/cost.ts";
export { type Counts, mostCounted } from "../../../estimate/src/counted.ts";
export { assumed, type Estimate, priced, quantitiesOf } from "../../../estimate/src/estimate.ts";
export { performancePage } from "../../../estimate/src/recorded.ts";
export { busiestTimesAverage, limits } from "../../../estimate/src/scale.ts";
