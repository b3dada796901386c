export { commandsOf, costOf } from "#bench/counting/metering.ts";
