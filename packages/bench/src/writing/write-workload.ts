import type { HttpAnswer, HttpClient, HttpRequest } from "#bench/client.ts";
import type { CorpusIds } from "#bench/loading/load-corpus.ts";
import { differenceOf } from "#bench/reading/checks.ts";
import type { CheckedRequest } from "#bench/reading/measure.ts";
import type { Budget } from "#bench/reading/workload.ts";

export interface WriteBudget extends Budget {
  readonly writeUnits: number;
  /** The goal for the requests that wait for one another; some writes have none. */
  readonly depth?: number;
}

/** Requests of one kind, each of which changes something. */
export interface WriteWorkload {
  readonly name: string;
  /** Makes what the next request needs, without measuring that, and gives the request. */
  readonly next: () => Promise<CheckedRequest>;
  readonly budget: WriteBudget;
  /** The most requests of a round, if limits of the service allow no more. */
  readonly mostInRound?: number;
}

/** The service that is written to. */
export interface WriteSite {
  readonly ids: CorpusIds;
  readonly client: HttpClient;
}

/** Sends a request that prepares another one; gives its JSON. */
export const prepared = async <Body>({ client }: WriteSite, request: HttpRequest): Promise<Body> => {
  const answer = await client.send(request);
  if (answer.status >= 400) throw new Error(`${request.path}: status ${answer.status}, ${answer.text}`);
  return (answer.text ? JSON.parse(answer.text) : {}) as Body;
};

/** Expects this status and, of the JSON object that is answered, these members. */
export const answers =
  (status: number, members: Readonly<Record<string, unknown>> = {}) =>
  (answer: HttpAnswer): string | undefined => {
    if (answer.status !== status) return `status ${answer.status}, ${answer.text.slice(0, 200)}`;
    const names = Object.keys(members);
    if (names.length === 0) return undefined;
    const body = JSON.parse(answer.text) as Record<string, unknown>;
    return differenceOf(Object.fromEntries(names.map((name) => [name, body[name]])), members);
  };
