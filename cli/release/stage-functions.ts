import {
  DeleteFunctionCommand,
  GetAliasCommand,
  GetFunctionCommand,
  LambdaClient,
  ListVersionsByFunctionCommand,
  type ListVersionsByFunctionCommandOutput,
  ResourceNotFoundException,
  UpdateAliasCommand,
} from "@aws-sdk/client-lambda";
import { liveAlias } from "#lib/store/release-record.ts";
import { paced, type Wait } from "./paced.ts";

/**
 * Part of Lambda's quotas for an account and region, which are 100 `GetFunction` a second, and 15 of all
 * other requests about functions together. AWS does not raise them. The rest is left for others.
 */
export const requestsPerSecond = { getFunction: 50, others: 12 } as const;

/** A version of a function, by its name and number. */
export interface FunctionVersion {
  readonly name: string;
  readonly version: string;
}

export type StageFunctions = ReturnType<typeof stageFunctions>;

/** The functions of a stage. What Lambda throttles nevertheless is tried again by the client. */
export const stageFunctions = (
  client: Pick<LambdaClient, "send"> = new LambdaClient({ maxAttempts: 8 }),
  wait?: Wait,
) => {
  const versionsOf = async (name: string): Promise<FunctionVersion[]> => {
    const versions: FunctionVersion[] = [];
    let marker: string | undefined;
    do {
      const page: ListVersionsByFunctionCommandOutput = await client.send(
        new ListVersionsByFunctionCommand({ FunctionName: name, Marker: marker }),
      );
      for (const { Version = latest } of page.Versions ?? [])
        if (Version !== latest) versions.push({ name, version: Version });
      marker = page.NextMarker;
    } while (marker);
    return versions;
  };

  return {
    /** The version that each function's alias is at; functions without one are left out. */
    live: async (names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      const found = await paced(
        names,
        requestsPerSecond.others,
        async (name) => {
          const alias = await unlessMissing(
            client.send(new GetAliasCommand({ FunctionName: name, Name: liveAlias })),
          );
          return [name, alias?.FunctionVersion] as const;
        },
        wait,
      );
      return new Map(succeeded(found).flatMap(([name, version]) => (version ? [[name, version]] : [])));
    },
    /** The versions that do not exist any more. */
    missing: async (versions: readonly FunctionVersion[]): Promise<FunctionVersion[]> => {
      const found = await paced(
        versions,
        requestsPerSecond.getFunction,
        ({ name, version }) =>
          unlessMissing(client.send(new GetFunctionCommand({ FunctionName: name, Qualifier: version }))),
        wait,
      );
      const answers = succeeded(found);
      return versions.filter((_, index) => answers[index] === undefined);
    },
    /** Moves the aliases to these versions; gives those that it could not move, with the reason. */
    move: async (versions: readonly FunctionVersion[], description: string): Promise<readonly string[]> => {
      const moved = await paced(
        versions,
        requestsPerSecond.others,
        ({ name, version }) =>
          client.send(
            new UpdateAliasCommand({
              FunctionName: name,
              Name: liveAlias,
              FunctionVersion: version,
              Description: description,
            }),
          ),
        wait,
      );
      return moved.flatMap((each, index) =>
        each.status === "rejected" ? [`${versions[index]?.name}: ${each.reason.message}`] : [],
      );
    },
    /** All versions of these functions that are published. */
    versions: async (names: readonly string[]): Promise<FunctionVersion[]> =>
      succeeded(await paced(names, requestsPerSecond.others, versionsOf, wait)).flat(),
    remove: async (versions: readonly FunctionVersion[]): Promise<void> => {
      succeeded(
        await paced(
          versions,
          requestsPerSecond.others,
          ({ name, version }) =>
            unlessMissing(client.send(new DeleteFunctionCommand({ FunctionName: name, Qualifier: version }))),
          wait,
        ),
      );
    },
  };
};

const latest = "$LATEST";

/** The answer; undefined where Lambda says that there is no such thing. */
const unlessMissing = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  });

/** Throws the first failure. */
const succeeded = <Result>(all: readonly PromiseSettledResult<Result>[]): Result[] =>
  all.map((each) => {
    if (each.status === "fulfilled") return each.value;
    throw each.reason;
  });
