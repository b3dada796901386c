import { randomUUID } from "node:crypto";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { localCredentials } from "#lib/settings/aws.ts";

/** The S3 server of `npm run test:engines`; undefined where tests store their files on disk. */
export const s3Endpoint = (): string | undefined => process.env.TEST_S3_ENDPOINT || undefined;

/** Makes an empty bucket, which lasts as long as the server. */
export const makeBucket = async (endpoint: string): Promise<string> => {
  const connection = { endpoint, region: "us-east-1", forcePathStyle: true, credentials: localCredentials };
  const bucket = `lectern-${randomUUID()}`;
  const client = new S3Client(connection);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return bucket;
};
