import { randomBytes } from "node:crypto";
import type { SetUp } from "./set-up.ts";
import { keptParameter, removeStored } from "./stage-parameters.ts";

const secretName = (generation: number): string => `proxy-secret-${generation}`;

/** The parameter with the secrets of the generations beside one, with a space between them. */
const othersName = (generation: number): string => `proxy-secrets-beside-${generation}`;

const beside = (generation: number): number[] => (generation === 1 ? [2] : [generation + 1, generation - 1]);

const secretOf = (stage: string, generation: number): Promise<string> =>
  keptParameter(
    stage,
    secretName(generation),
    { type: "String", description: "What CloudFront and functions share" },
    () => randomBytes(32).toString("base64url"),
  );

/**
 * The secret that CloudFront and the functions share, and those of the generations beside it
 * (stacks/proxy-secret.ts). Gives the names of the parameters that have them.
 */
export const proxySecrets: SetUp = {
  make: async ({ ResourceProperties: { Stage, Generation } }) => {
    const generation = Number(Generation);
    await secretOf(Stage, generation);
    const others: string[] = [];
    for (const each of beside(generation)) others.push(await secretOf(Stage, each));
    const told = { type: "String", description: "Secrets of other generations" } as const;
    await keptParameter(Stage, othersName(generation), told, () => others.join(" "));
    const place = `/lectern/${Stage}/`;
    return { Sent: place + secretName(generation), Others: place + othersName(generation) };
  },
  remove: async ({ ResourceProperties: { Stage, Generation } }) => {
    for (let each = Number(Generation) + 1; each > 0; each--)
      for (const name of [secretName(each), othersName(each)]) await removeStored(Stage, name);
  },
};
