/// <reference path="../.sst/platform/config.d.ts" />
import { liveAlias, releaseKey, withdrawnParameter } from "#lib/store/release-record.ts";
import packageFile from "../package.json" with { type: "json" };
import { aliasDescription, recordedRelease } from "./recorded-release.ts";
import type { Storage } from "./storage.ts";

export type Release = Awaited<ReturnType<typeof createRelease>>;

/**
 * Versions of functions go live together, at the end of a deployment: until all are published and recorded,
 * the alias of each remains at the release before (decision 123).
 */
export const createRelease = async ({ table, bucket }: Storage) => {
  const withdrawn = await timesWithdrawn();
  const functions: sst.aws.Function[] = [];
  const recorded = Promise.withResolvers<$util.Output<string>>();
  const description = $output(recorded.promise).apply((id) => aliasDescription(id, withdrawn));

  /** The ARN by which a function is called. */
  const live = (name: string, own: sst.aws.Function): $util.Output<string> => {
    functions.push(own);
    const alias = new aws.lambda.Alias(`${name}Live`, {
      name: liveAlias,
      // It comes with the record, so that no alias moves before.
      description,
      functionName: own.name,
      functionVersion: own.nodes.function.version,
    });
    return alias.arn;
  };

  /** Call this when all functions are made; `first` is made after these, and before the record. */
  const finish = (first: (functions: $util.Input<$util.Resource>[]) => $util.Resource) => {
    const versions = $util.all(
      functions.map((each) => $util.all([each.name, each.nodes.function.version] as const)),
    );
    const record = $util
      .all([versions, table.name])
      .apply(([all, table]) => recordedRelease(packageFile.version, all, table));
    const { key } = new aws.s3.BucketObjectv2(
      "ReleaseRecord",
      {
        bucket: bucket.name,
        key: record.apply(({ id }) => releaseKey(id)),
        content: record.apply((each) => JSON.stringify(each)),
        contentType: "application/json",
      },
      // The records of earlier releases are what there is to go back to.
      { retainOnDelete: true, dependsOn: [first(functions.map((each) => each.nodes.function))] },
    );
    const id = $util.all([record, key]).apply(([{ id }]) => id);
    recorded.resolve(id);
    return id;
  };
  return { live, finish };
};

/**
 * The number of times that the stage has gone back. It is part of the description of aliases, so that the
 * next deployment moves all of them, also to a release that Pulumi takes for the live one.
 */
const timesWithdrawn = async (): Promise<number> => {
  try {
    const { version } = await aws.ssm.getParameter({ name: withdrawnParameter($app.stage) });
    return version;
  } catch (error) {
    if (/couldn't find resource|ParameterNotFound/i.test((error as Error).message)) return 0;
    throw error;
  }
};
