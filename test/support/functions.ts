import type { MiddyfiedHandler } from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RefusalCode } from "#lib/refusals/catalogue.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { LambdaHandler } from "#local/gateway/invoke.ts";
import { withRightsOf } from "./enforced-rights.ts";

const functions = import.meta.glob<{ handler: LambdaHandler }>("../../functions/**/*.ts");

/**
 * The Lambda of a route, loaded by the test runner, so that there is one copy of each module. It has the
 * rights of its role only.
 */
export const loadFunction = async (id: string): Promise<LambdaHandler> => {
  const load = functions[`../../functions/${id}.ts`];
  if (!load) throw new Error(`${id} has no Lambda`);
  const { handler } = await load();
  observe(handler);
  return (event, context) => withRightsOf(id, async () => handler(event, context));
};

const observed = new WeakSet<LambdaHandler>();
const refused = new WeakMap<APIGatewayProxyEventV2, RefusalCode>();

/** The code of the refusal that answered an event; only some envelopes show it. */
export const refusalOf = (event: APIGatewayProxyEventV2): RefusalCode | undefined => refused.get(event);

const observe = (handler: LambdaHandler): void => {
  if (observed.has(handler)) return;
  observed.add(handler);
  (handler as MiddyfiedHandler<APIGatewayProxyEventV2>).onError(({ event, error }) => {
    if (error instanceof Refusal) refused.set(event, error.code);
  });
};
