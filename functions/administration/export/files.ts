/** POST /api/admin/export/files/ — get addresses from which files of media can be read for an hour */
import { addressOnSite } from "#lib/files/address-on-site.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { mediaFileNameIn } from "#lib/media/file-key.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { presignExportedFiles } from "#lib/routes/administration-export.ts";

const expiresSeconds = 3_600;

export const handler = endpoint(presignExportedFiles, async ({ body: { keys } }) => {
  refuseProblems(
    keys.flatMap((key, index): Problem[] =>
      mediaFileNameIn(key)
        ? []
        : [{ path: `keys.${index}`, code: "invalid", message: "This is not the key of a media file." }],
    ),
  );
  const files = await openFiles();
  const signed = await Promise.all(keys.map((key) => files.presignGet(fileKey(key), { expiresSeconds })));
  return { urls: signed.map(({ url }) => addressOnSite(url)) };
});
