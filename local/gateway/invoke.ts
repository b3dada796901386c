import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";
import type { BytesContext } from "#lib/http/reply.ts";
import { logError } from "#lib/log.ts";
import type { Route } from "#lib/routes/route.ts";
import { type GatewayAnswer, gatewayAnswers } from "./answer.ts";
import { gatewayLimits } from "./limits.ts";
import { answerFromResult } from "./result.ts";

export type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => unknown;

/**
 * Calls a function and gives the answer for the caller. An error, an invalid result, or exceeding the route's
 * time limit is a 500, exceeding API Gateway's a 503; each is logged. A late function is not stopped.
 */
export const invoke = async (
  route: Route,
  handler: LambdaHandler,
  event: APIGatewayProxyEventV2,
): Promise<GatewayAnswer> => {
  const context = contextOf(route);
  const limit = timeLimit(route);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<GatewayAnswer>((resolve) => {
    const giveUp = () => {
      logFailure(context, `No answer within ${limit.ms} ms.`);
      resolve(limit.answer);
    };
    timer = setTimeout(guarded(giveUp), limit.ms);
  });
  const done = call(handler, event, context).finally(() => clearTimeout(timer));
  return Promise.race([done, late]);
};

const call = async (
  handler: LambdaHandler,
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<GatewayAnswer> => {
  try {
    return answerFromResult(await handler(event, context));
  } catch (error) {
    logFailure(context, error);
    return gatewayAnswers.internalServerError;
  }
};

const timeLimit = ({ limits }: Route): { ms: number; answer: GatewayAnswer } => {
  const lambdaMs = limits.timeoutSeconds * 1000;
  return lambdaMs < gatewayLimits.integrationMs
    ? { ms: lambdaMs, answer: gatewayAnswers.internalServerError }
    : { ms: gatewayLimits.integrationMs, answer: gatewayAnswers.serviceUnavailable };
};

const contextOf = ({ id, limits }: Route): BytesContext => {
  const deadlineMs = clock.monotonicMs() + limits.timeoutSeconds * 1000;
  const context: Omit<BytesContext, "done" | "fail" | "succeed"> = {
    takesBytes: true,
    awsRequestId: randomUUID(),
    callbackWaitsForEmptyEventLoop: true,
    functionName: id,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${id}`,
    logGroupName: `/aws/lambda/${id}`,
    logStreamName: "local",
    memoryLimitInMB: String(limits.memoryMb),
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - clock.monotonicMs()),
  };
  // Node's runtime has removed the three callbacks that the type still has.
  return context as BytesContext;
};

const logFailure = ({ functionName, awsRequestId }: Context, error: unknown): void =>
  logError(error, { route: functionName, lambda_request_id: awsRequestId });
