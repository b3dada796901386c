import { afterAll, beforeAll, expect } from "vitest";
import type { Route } from "#lib/routes/route.ts";
import type { Received, Sent } from "./exchange.ts";

let isRehearsing = false;

/** Lets a dry run go before each call of the test file that can have one; both must answer the same. */
export const rehearseCalls = (): void => {
  beforeAll(() => {
    isRehearsing = true;
  });
  afterAll(() => {
    isRehearsing = false;
  });
};

export const isRehearsed = ({ takesDryRun }: Pick<Route, "takesDryRun">, { query }: Sent): boolean =>
  isRehearsing && takesDryRun && !process.env.TRANSPORT && !query.includes("dry_run");

let begun = 0;
let running = 0;

/** Sends a request after its dry run. Where requests overlap, the two may differ. */
export const rehearsed = async (sent: Sent, send: (sent: Sent) => Promise<Received>): Promise<Received> => {
  const own = ++begun;
  const isAlone = running++ === 0;
  try {
    const query = [sent.query, "dry_run=true"].filter(Boolean).join("&");
    const dry = isAlone ? await send({ ...sent, query }) : undefined;
    const real = await send(sent);
    if (dry && own === begun) expectRehearsed(dry, real);
    return real;
  } finally {
    running--;
  }
};

/** Members that may name, or depend on, what a dry run does not make. */
const ofNewIds = /^(id|digest|\w+_revision_id|api_url|edit_url|preview_url)$/;

const expectRehearsed = (dry: Received, real: Received): void => {
  const [dryBody, realBody] = [dry, real].map(({ text }) => (text === "" ? null : JSON.parse(text)));
  if (real.status >= 400) {
    expect([dry.status, dryBody]).toEqual([real.status, realBody]);
    return;
  }
  expect([dry.status, dryBody.dry_run, dryBody.status]).toEqual([200, true, real.status]);
  expect(comparable(dryBody.answer)).toEqual(comparable(realBody, dryBody.answer));
};

/** The answer without what differs by nature: new ids, where `other` has null, random ids and times. */
const comparable = (answer: unknown, other: unknown = answer): unknown => {
  if (typeof answer === "string") {
    if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(answer)) return "a random id";
    return Math.abs(Date.parse(answer) - Date.now()) < 60_000 ? "now" : answer;
  }
  if (typeof answer !== "object" || answer === null) return answer;
  if (Array.isArray(answer))
    return answer.map((item, index) => comparable(item, (other as unknown[] | null)?.[index]));
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const its = (other as Record<string, unknown> | null)?.[name];
      return [name, its === null && ofNewIds.test(name) ? null : comparable(value, its)];
    }),
  );
};
