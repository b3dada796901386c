import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { releaseKey, withdrawnParameter } from "#lib/store/release-record.ts";
import { aliasDescription, recordedRelease } from "../../../stacks/recorded-release.ts";
import type { SetUp } from "./set-up.ts";
import { storedParameter } from "./stage-parameters.ts";

/** Notes the release for `lectern rollback`, and gives what all aliases say of themselves (stacks/release.ts). */
export const releaseRecord: SetUp = {
  make: async ({ ResourceProperties: { Stage, Bucket, Table, Version, Functions } }) => {
    const versions = (Functions as readonly string[]).map((each): [string, string] => {
      const [name = "", version = ""] = each.split("=");
      return [name, version];
    });
    const record = recordedRelease(String(Version), versions, String(Table));
    await new S3Client({}).send(
      new PutObjectCommand({
        Bucket: String(Bucket),
        Key: releaseKey(record.id),
        Body: JSON.stringify(record),
        ContentType: "application/json",
      }),
    );
    const withdrawn = await storedParameter(Stage, withdrawnParameter(Stage).split("/").at(-1)!);
    return { Description: aliasDescription(record.id, withdrawn?.version ?? 0) };
  },
};
