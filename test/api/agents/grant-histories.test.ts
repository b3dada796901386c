// Proves contract rules: agent-tokens, agent-access, agent-revocation.

import fc from "fast-check";
import { expect, test } from "vitest";
import { endAgentToken } from "#lib/routes/agent-access.ts";
import { readGrantsOf, readUserByName } from "#lib/store/listed-credentials.ts";
import {
  allowed,
  exchangeCode,
  refreshTokens,
  registered,
  sendForm,
  statusElsewhere,
  statusOfAgent,
  useAgentSignIn,
} from "#test/support/agent-sign-in.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
useAgentSignIn();

/** A grant, as somebody knows it who has seen every answer. */
interface Known {
  readonly code: string;
  /** In the order in which they were given out. */
  readonly refresh: string[];
  readonly access: string[];
  hasEnded: boolean;
}

type Step =
  | { readonly kind: "refresh" | "twice at once" | "revoke"; readonly of: number }
  | { readonly kind: "code again" | "old refresh"; readonly of: number };

const kinds = [
  "refresh",
  "refresh",
  "refresh",
  "twice at once",
  "revoke",
  "code again",
  "old refresh",
] as const;

const steps = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), of: fc.nat({ max: 2 }) }) as fc.Arbitrary<Step>,
  { minLength: 3, maxLength: 10 },
);

let clientId = "";

const connect = async (): Promise<Known> => {
  const code = (await allowed("cy", clientId)).get("code") ?? "";
  const { body } = await exchangeCode(code, clientId);
  return { code, refresh: [body.refresh_token], access: [body.access_token], hasEnded: false };
};

const take = (known: Known, { status, body }: Awaited<ReturnType<typeof refreshTokens>>): void => {
  if (status !== 200) return;
  known.refresh.push(body.refresh_token);
  known.access.push(body.access_token);
};

const run = async ({ kind }: Step, known: Known): Promise<void> => {
  const latest = known.refresh.at(-1)!;
  const expected = known.hasEnded ? 400 : 200;
  if (kind === "refresh") {
    const answer = await refreshTokens(latest, clientId);
    expect(answer.status).toBe(expected);
    take(known, answer);
  } else if (kind === "twice at once") {
    const answers = await Promise.all([refreshTokens(latest, clientId), refreshTokens(latest, clientId)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([expected, 400]);
    for (const answer of answers) take(known, answer);
    known.hasEnded = true;
  } else if (kind === "revoke") {
    expect((await sendForm(endAgentToken, { token: known.access.at(-1)! })).status).toBe(200);
    known.hasEnded = true;
  } else if (kind === "code again") {
    expect((await exchangeCode(known.code, clientId)).status).toBe(400);
    known.hasEnded = true;
  } else if (known.refresh.length > 1) {
    expect((await refreshTokens(known.refresh[0]!, clientId)).status).toBe(400);
    known.hasEnded = true;
  }
};

test("whatever happens to grants, each opens what it should, and nothing stays of those that ended", async () => {
  const { id } = (await readUserByName("cy"))!;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      clientId = await registered();
      const grants = [await connect(), await connect(), await connect()];
      for (const step of all) await run(step, grants[step.of]!);
      for (const { access, hasEnded } of grants)
        for (const [index, token] of access.entries()) {
          const isLive = !hasEnded && index >= access.length - 2;
          expect(await statusOfAgent(token)).toBe(isLive ? 200 : 401);
          expect(await statusElsewhere(token)).toBe(401);
        }
      const alive = grants.filter(({ hasEnded }) => !hasEnded);
      expect((await readGrantsOf(id)).length).toBe(alive.length);
      const tokens = alive.reduce((sum, { access }) => sum + 2 * Math.min(access.length, 2), 0);
      const stored = (await wholeTable()).filter(({ grant, sk }) => grant !== undefined && sk === "ROW");
      expect(stored.length).toBe(tokens);
      for (const { refresh } of alive) await sendForm(endAgentToken, { token: refresh.at(-1)! });
    }),
    { seed: 9728, numRuns: 15, endOnFailure: true },
  );
});
