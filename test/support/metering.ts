export { type Cost, commandsOf, costOf } from "#bench/counting/metering.ts";
