import middy from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { noteTokenUse } from "#lib/access/note-token-use.ts";
import type { Caller, Principal } from "#lib/access/principal.ts";
import { noteSessionUse } from "#lib/access/sessions.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type Route, tailName } from "#lib/routes/route.ts";
import { postFilters } from "#lib/settings/site.ts";
import { settledInOrder } from "#lib/settled.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { type AdmissionAt, admit, type Challenging } from "./admission.ts";
import { answering, answerMs, type ForPeople, type HeadersAt } from "./answering.ts";
import { type BodyValues, bodyValues, parseBody } from "./body.ts";
import { ignoredHeader, type TellIgnored, tellsIgnored } from "./ignored-fields.ts";
import { logEvent, logWarning } from "./log.ts";
import { requireAcceptable } from "./negotiation.ts";
import { onlyOnce, plannedReceipt } from "./only-once.ts";
import {
  answerByPlan,
  type EmptyPlan,
  type ReadPlan,
  type RequestToPlan,
  unlessRefused,
} from "./read-plan.ts";
import { asReply, type FunctionResult, headersOfRoute, type Reply, response } from "./reply.ts";
import { type Request, requestFrom } from "./request.ts";
import { recordOf, workFor } from "./request-record.ts";
import { dryRun, trialIn, type WriteReport, withReport, writeReport } from "./trial.ts";

export interface Call<Params extends string, Body, Query = undefined, Plan = EmptyPlan> {
  /** The ids in the path; 0, which no object has, for a number that is too large. */
  readonly params: Readonly<Record<Params, number>>;
  /** The match of the path's greedy tail; empty without one. */
  readonly tail: string;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  /** The signed-in caller; throws on a public route without one. */
  readonly principal: Principal;
  readonly request: Request;
  /** The reads of the plan. Each one that has not begun begins when it is asked for. */
  readonly reads: Plan;
  /** Takes what is not stored of the body; undefined if nobody asks. */
  readonly report: WriteReport | undefined;
  /** Takes the paths of fields in the body that mean nothing, for the report and a header. */
  readonly ignored: TellIgnored;
  /** Logs what went wrong although the request is answered; errors that fail it are logged anyway. */
  readonly warn: (...warning: Said) => void;
  /** Logs an event of an account, for people who read the log later. */
  readonly note: (...event: Said) => void;
}

type Said = [what: string, details?: Readonly<Record<string, string | number | null>>];

type HandlerResult<Answer> = Answer | Reply<Answer | string | Buffer | undefined>;

type Handler<Params extends string, Body, Query, Plan, Answer> = (
  call: Call<Params, Body, Query, Plan>,
) => Promise<HandlerResult<Answer>> | HandlerResult<Answer>;

/** A request that is repeated: its body was read before. */
export type RepeatedCall<Params extends string = "id", Plan = EmptyPlan> = Pick<
  Call<Params, unknown, unknown, Plan>,
  "params" | "principal" | "request" | "reads"
>;

interface Options<Params extends string, Plan, Answer> {
  /** The default: those of the route. */
  readonly headersAt?: HeadersAt;
  /** The default: as the route says. */
  readonly admissionAt?: AdmissionAt;
  /** Refuses what the caller accepts; the default: as the route says. */
  readonly negotiate?: (request: Request) => void;
  /** The plan: what the handler reads first, which may begin beside the credentials. */
  readonly reads?: (request: RequestToPlan<Params>) => Plan;
  /** The first answer again, for routes that take keys. Refuses callers who may not read the object now. */
  readonly replay?: (
    call: RepeatedCall<Params, NoInfer<Plan>>,
    outcome: RequestOutcome,
  ) => Promise<HandlerResult<Answer>> | HandlerResult<Answer>;
}

/** A request, and what may have begun for it. */
interface PlannedCall<Params extends string, Plan>
  extends Pick<Call<Params, unknown, unknown, Plan>, "params" | "request" | "reads"> {
  /** The values of the body. Refuses what cannot be parsed, each time. */
  readonly values: () => BodyValues;
  readonly receipt: ReturnType<typeof plannedReceipt>;
}

/**
 * The Lambda of a route. Runs the checks of contract#order-of-checks, then the handler. A `Refusal` is
 * rendered in the route's envelope. Any other error is logged under the request's id, and the caller sees
 * only that id.
 */
export const endpoint = <Params extends string, Body, Answer, Query, Plan extends ReadPlan = EmptyPlan>(
  route: Route<Params, Body, Answer, Query> & ForPeople & Challenging,
  work: Handler<Params, Body, Query, NoInfer<Plan>, NoInfer<Answer>>,
  {
    headersAt = () => headersOfRoute(route),
    admissionAt,
    negotiate = (request) => requireAcceptable(route, request),
    reads: planOf = () => ({}) as Plan,
    replay,
  }: Options<Params, Plan, NoInfer<Answer>> = {},
) => {
  if (route.takesKeys !== (replay !== undefined)) throw new Error(`${route.id} takes keys, or has a replay`);
  const answerTo = async (
    caller: Caller,
    { request, params, values, reads, receipt }: PlannedCall<Params, Plan>,
  ) => {
    const given = values();
    const common = {
      params,
      request,
      reads,
      get principal() {
        if (!caller.principal) throw new Error(`${route.id} is public and has no principal`);
        return caller.principal;
      },
    };
    const trial = trialIn(route, request.query);
    const ignoredPaths = new Set<string>();
    const perform = (report?: WriteReport) => {
      const ignored = (path: string): void => {
        ignoredPaths.add(path);
        report?.ignored(path);
      };
      const call: Call<Params, Body, Query, Plan> = Object.assign(common, {
        tail: request.pathParameters[tailName(route.path) ?? ""] ?? "",
        body: parseBody(route, given, ignored),
        caller,
        report,
        ignored,
        query: route.query.parse(request.query, { postFilters }),
        warn: (...warning: Said) => logWarning(route.id, request.requestId, ...warning),
        note: (...event: Said) => logEvent(route.id, request.requestId, ...event),
      });
      return work(call);
    };
    const answer = async (): Promise<unknown> => {
      if (route.method === "GET") return readAgain(() => perform());
      if (trial.isDryRun) return dryRun(route, perform);
      if (!replay) return perform();
      const report = trial.wantsReport ? writeReport() : undefined;
      const once = {
        perform: () => perform(report),
        repeat: (outcome: RequestOutcome) => replay(common, outcome),
      };
      const answered = await onlyOnce(request, common.principal.user.id, once, receipt);
      return report ? withReport(answered, report) : answered;
    };
    const [result] = await settledInOrder([answer(), trial.isDryRun ? undefined : noteUse(route, caller)]);
    return responseOf(route, result, tellsIgnored(route, request) ? ignoredHeader(ignoredPaths) : {});
  };
  return middy<APIGatewayProxyEventV2, FunctionResult>()
    .use(answering(route, headersAt))
    .handler(
      inTimeOf(route, async (event: APIGatewayProxyEventV2) => {
        const request = requestFrom(event);
        const params = paramsOf(route, request);
        negotiate(request);
        let given: BodyValues | undefined;
        const values = () => (given ??= bodyValues(route, request));
        const planFor = (userId: number) => ({
          reads: planOf({ params, userId, query: request.query, values: () => unlessRefused(values) ?? {} }),
          receipt: replay && unlessRefused(() => plannedReceipt(request, userId)),
        });
        const admitting = admissionAt ? { ...route, ...admissionAt(request.path) } : route;
        const admitted = () => admit(admitting, request, recordOf(event));
        return answerByPlan(request, planFor, admitted, (caller, plan) =>
          answerTo(caller, { request, params, values, ...plan }),
        );
      }),
    );
};

/** The time of a function that is reserved for sending the answer. */
const sendingMs = 1_000;

/** Gives work so much time that a function that waits for an engine in trouble can still say so. */
const inTimeOf =
  <Result>({ limits }: Route, work: (event: APIGatewayProxyEventV2) => Promise<Result>) =>
  (event: APIGatewayProxyEventV2): Promise<Result> =>
    workFor(event, limits.timeoutSeconds * 1_000 - answerMs - sendingMs, () => work(event));

/** Writes down, once in hours, that credentials were used. No answer depends on it. */
const noteUse = (route: Route, caller: Caller): Promise<unknown> =>
  Promise.all([noteSessionUse(caller), mayWrite(route) ? noteTokenUse(caller) : undefined]);

/** True if the function changes the table, and so has the right to. */
const mayWrite = ({ method, uses }: Route): boolean => method !== "GET" && uses.includes("table:write");

/** Lambda sends at most 6 MB, in which the body is a JSON string with its quotes escaped. */
const maxAnswerBytes = 6 * 1024 * 1024 - 16_384;

const fits = (body: string | Buffer): boolean =>
  body.length < maxAnswerBytes / 6 || Buffer.byteLength(JSON.stringify(body.toString())) <= maxAnswerBytes;

const paramsOf = <Params extends string>(route: Route<Params>, request: Request): Record<Params, number> => {
  const ids = route.params.map((name): [Params, number] => {
    const text = request.pathParameters[name] ?? "";
    if (!/^\d+$/.test(text)) throw new Refusal("not_found");
    return [name, Number.isSafeInteger(Number(text)) ? Number(text) : 0];
  });
  return Object.fromEntries(ids) as Record<Params, number>;
};

const responseOf = (
  route: Route,
  answer: unknown,
  more: Readonly<Record<string, string>>,
): FunctionResult => {
  const { body, options } = asReply(answer);
  const sent = encodedOf(body);
  if (!fits(sent)) throw new Refusal("answer_too_large");
  const headers = {
    ...(sent === "" ? {} : { "content-type": route.answerType }),
    ...options.headers,
    ...more,
  };
  return response(options.status ?? route.status, sent, headers, options.cookies);
};

const encodedOf = (body: unknown): string | Buffer => {
  if (typeof body === "string" || body instanceof Buffer) return body;
  return body === undefined ? "" : JSON.stringify(body);
};

/** Repeats a read once if SQLite failed: its files are copies, and the next read replaces a damaged one. */
export const readAgain = async <Value>(read: () => Promise<Value> | Value): Promise<Value> => {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code !== "ERR_SQLITE_ERROR") throw error;
    return await read();
  }
};
