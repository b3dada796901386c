/** What work asks of DynamoDB, as the benchmark counts it. */
export { commandsOf, costOf } from "#bench/counting/metering.ts";
