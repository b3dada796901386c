import { randomUUID } from "node:crypto";
import { CreateBucketCommand, HeadObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { localCredentials } from "#lib/settings/aws.ts";

/** The S3 server of `npm run test:engines`; undefined where tests store their files on disk. */
export const s3Endpoint = (): string | undefined => process.env.TEST_S3_ENDPOINT || undefined;

const connectTo = (endpoint: string) =>
  new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials: localCredentials });

/** Makes an empty bucket, which lasts as long as the server. */
export const makeBucket = async (endpoint: string): Promise<string> => {
  const bucket = `lectern-${randomUUID()}`;
  const client = connectTo(endpoint);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return bucket;
};

/** Stores a text so often that it is newer than `after`: the server counts in seconds. Gives its time. */
export const storeLater = async (
  endpoint: string,
  place: { readonly Bucket: string; readonly Key: string },
  text: string,
  after: number,
): Promise<number> => {
  const client = connectTo(endpoint);
  let stored = after;
  while (stored <= after) {
    await client.send(new PutObjectCommand({ ...place, Body: text, ContentType: "application/json" }));
    const { LastModified } = await client.send(new HeadObjectCommand(place));
    stored = LastModified!.getTime();
  }
  client.destroy();
  return stored;
};
