import * as z from "zod/mini";
import type { Principal } from "#lib/access/principal.ts";
import { clock } from "#lib/clock.ts";
import type { AppliedPart, PartOptions } from "#lib/manifest/apply-part.ts";
import { type DescribedFile, type FoundInFile, sentFiles } from "#lib/manifest/media/sent-files.ts";
import { audioFormats } from "#lib/media/audio-formats.ts";
import { isLoopback } from "#lib/outbound/loopback.ts";
import { invalid } from "#lib/refusals/refusal.ts";
import type { appliedPart, manifestApplication } from "#lib/routes/administration-manifest.ts";
import { listeningHost } from "#lib/settings/requests.ts";

type Application = z.output<typeof manifestApplication>;

/** API Gateway waits for 30 seconds, and the last object that is begun may take some. */
export const partTime = { limitMs: (): number => 15_000 };

/** The options of a request. Refuses `validation_error`. */
export const partOptions = (body: Application, { user, token }: Principal): PartOptions => {
  const endMs = clock.monotonicMs() + partTime.limitMs();
  const hasTime = () => clock.monotonicMs() < endMs;
  const { dry_run: dryRun = false, prune = "none", variables = [], files = [], found = [] } = body;
  return {
    dryRun,
    pruning: prune === "none" ? undefined : prune,
    variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
    exposed: othersReachService(),
    files: sentFiles({
      described: files.map(describedFile),
      found: found.map(foundIn),
      ...{ userId: user.id, hasTime },
    }),
    caller: { username: user.username, token },
    hasTime,
  };
};

const describedFile = ({
  path,
  problem,
  text,
  content,
}: NonNullable<Application["files"]>[number]): DescribedFile => ({
  ...{ path, problem, text },
  content: content && {
    sizeBytes: Math.max(content.size, 0),
    sha256: content.sha256,
    partsSha256: content.parts_sha256,
    firstBytes: Buffer.from(content.first_bytes, "hex"),
    uploadId: content.upload ?? null,
  },
});

const text = z.string();
/** A number that is larger than any file has, and smaller than the table refuses. */
const amount = z.number().check(z.minimum(0), z.maximum(1e9));

/** The findings that clients send back as they got them. */
const foundShape = z.object({
  path: text,
  as: z.enum(["image", "poster", ...audioFormats, "transcript"]),
  picture: z.optional(z.object({ contentType: text, width: amount, height: amount })),
  audio: z.optional(
    z.object({
      durationSeconds: amount,
      isEstimate: z._default(z.boolean(), false),
      chapters: z.nullable(z.array(z.object({ startSeconds: amount, title: text, link: text, image: text }))),
    }),
  ),
});

const foundIn = (given: string, index: number): FoundInFile => {
  try {
    return foundShape.parse(JSON.parse(given));
  } catch {
    throw invalid(`found.${index}`, "invalid", "Expected what the service said it had found.");
  }
};

/** The result of a request (contract#applied-manifests). */
export const partView = ({
  found,
  missing,
  entries: { unchanged, created, updated, removed },
  outcome,
  ...part
}: AppliedPart): z.input<typeof appliedPart> => ({
  state: part.state,
  problems: part.problems.map(problemView),
  warnings: part.warnings.map(problemView),
  missing: missing.map(({ path }) => path),
  found: found.map((each) => JSON.stringify(each)),
  reasons: [...part.reasons],
  ...{ created: [...created], updated: [...updated], removed: [...removed] },
  outcome: outcome
    ? {
        unchanged: [...unchanged],
        kept: outcome.kept ?? null,
        ...(outcome.beside && { beside: [...outcome.beside] }),
        ids: outcome.ids,
        revisions: outcome.revisions,
      }
    : null,
});

const problemView = ({ path, message }: AppliedPart["problems"][number]) => ({ path: [...path], message });

/** True unless the service listens to this machine alone. */
export const othersReachService = (): boolean => {
  const host = listeningHost();
  return host === undefined || !isLoopback(host);
};
