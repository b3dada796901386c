import { likelyHolder } from "#lib/access/authenticate.ts";
import type { Caller } from "#lib/access/principal.ts";
import { inOneRead } from "#lib/store/items.ts";
import { credentialsOf } from "./admission.ts";
import type { BodyValues } from "./body.ts";
import type { Request } from "./request.ts";

interface Begins {
  /** Begins a read, if it can; gives a promise that ends with it. */
  readonly begin: () => Promise<unknown>;
}

/** The first reads of a handler, by the names by which it asks for them (decision 137). */
export type ReadPlan = Readonly<Record<string, Begins>>;

export type EmptyPlan = Readonly<Record<never, never>>;

/** A request as its plan sees it, before its caller is known. */
export interface RequestToPlan<Params extends string = string> {
  readonly params: Readonly<Record<Params, number>>;
  /** The values of the body; none if it cannot be parsed. */
  readonly values: () => BodyValues;
  readonly query: URLSearchParams;
  /** The user who held the credentials when this process last saw them; 0 for nobody. */
  readonly userId: number;
}

interface Planned {
  readonly reads: ReadPlan;
  /** The receipt of an earlier request with the same key. */
  readonly receipt: Begins | undefined;
}

/**
 * Answers a request, and begins what it plans to read beside `admit`, which checks the credentials, if this
 * process has seen these as valid: strangers make it read nothing. Items of both are one request. No check
 * depends on what is read early, only on whether it is asked for.
 */
export const answerByPlan = async <Plan extends Planned, Answer>(
  request: Request,
  planFor: (userId: number) => Plan,
  admit: () => Promise<Caller>,
  answer: (caller: Caller, plan: Plan) => Promise<Answer>,
): Promise<Answer> => {
  const holder = likelyHolder(credentialsOf(request));
  if (holder === undefined) {
    const caller = await admit();
    return answer(caller, planFor(caller.principal?.user.id ?? 0));
  }
  const plan = planFor(holder);
  const { begun, caller } = inOneRead(() => ({ begun: begin(plan), caller: admit() }));
  try {
    return await answer(await caller, plan);
  } finally {
    // A Lambda may not leave a request running when it answers; what nobody needs may fail.
    await begun;
  }
};

const begin = ({ reads, receipt }: Planned): Promise<unknown> =>
  Promise.allSettled([...Object.values(reads), ...(receipt ? [receipt] : [])].map((each) => each.begin()));

/** The value, or undefined if it is refused: the same refusal follows in its turn. */
export const unlessRefused = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
