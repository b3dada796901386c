import type { LambdaHandler } from "#local/gateway/invoke.ts";

const functions = import.meta.glob<{ handler: LambdaHandler }>("../../functions/**/*.ts");

/** The Lambda of a route, loaded as the test runner loads everything, so that there is one copy of each module. */
export const loadFunction = async (id: string): Promise<LambdaHandler> => {
  const load = functions[`../../functions/${id}.ts`];
  if (!load) throw new Error(`${id} has no Lambda`);
  return (await load()).handler;
};
