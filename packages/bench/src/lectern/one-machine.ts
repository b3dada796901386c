/** What a process on one machine is made of. */
export { openStore } from "../../../../cli/open-store.ts";
export { openDataTable } from "../../../../local/data-table.ts";
export { environmentVariables } from "../../../../local/environment.ts";
export { startGateway } from "../../../../local/gateway.ts";
