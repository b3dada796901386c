/** POST /api/admin/export/files/ — get addresses from which files of media can be read for an hour */
import { clock } from "#lib/clock.ts";
import { downloadAddress } from "#lib/files/download-address.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { mediaFileNameIn } from "#lib/media/file-key.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { presignExportedFiles } from "#lib/routes/administration-export.ts";

const expiresSeconds = 3_600;

export const handler = endpoint(presignExportedFiles, async ({ body: { keys }, request }) => {
  refuseProblems(
    keys.flatMap((key, index): Problem[] =>
      mediaFileNameIn(key)
        ? []
        : [{ path: `keys.${index}`, code: "invalid", message: "This is not the key of a media file." }],
    ),
  );
  const expiresAt = Math.ceil(clock.nowMs() / 1_000) + expiresSeconds;
  const download = { expiresAt, isPublic: false };
  const urls = keys.map((key) => downloadAddress(fileKey(key), download, request.origin));
  return { urls: await Promise.all(urls) };
});
