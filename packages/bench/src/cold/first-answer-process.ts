import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { answerQuestions } from "#bench/processes/worker.ts";
import { type Effort, effortOf } from "./effort.ts";

/** A function to load, and the request that it answers first. */
export interface FirstRequest {
  readonly file: string;
  readonly event: APIGatewayProxyEventV2;
  /** How often it answers the request again, unless the first answer says that it cannot. */
  readonly repetitions: number;
}

/** What a new instance takes. */
export interface FirstAnswer {
  readonly status: number;
  readonly loading: Effort;
  readonly answering: Effort;
  /** All of the further answers, one after the other. */
  readonly repeating: Effort;
}

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

answerQuestions(async ({ file, event, repetitions }: FirstRequest): Promise<FirstAnswer> => {
  let handler!: Handler;
  const loading = await effortOf(async () => {
    ({ handler } = await import(file));
  });
  let status = 0;
  const answer = async (): Promise<void> => {
    const context = { awsRequestId: randomUUID() } as Context;
    status = Math.max(status, (await handler(event, context)).statusCode ?? 200);
  };
  const answering = await effortOf(answer);
  const repeating = await effortOf(async () => {
    for (let done = 0; done < repetitions && status < 500; done++) await answer();
  });
  return { status, loading, answering, repeating };
});
