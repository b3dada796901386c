import { defaultPreviewSeconds, maxPreviewSeconds } from "#lib/pages/preview-link.ts";
import { idFrom, parseArguments, siteOptions } from "./arguments.ts";
import { aligned, printJson, printLines, type RunAdministration } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const daySeconds = 24 * 3_600;

/** `lectern page preview`: makes a preview link and prints its addresses, which are not stored. */
export const pagePreview: RunAdministration = async (args, context) => {
  const options = {
    ...siteOptions,
    days: { type: "string" },
    revision: { type: "string" },
    json: { type: "boolean" },
  } as const;
  const { PATH, days, revision, json, ...choice } = parseArguments(args, options, ["PATH"]);
  const expiresInSeconds = days === undefined ? defaultPreviewSeconds : secondsIn(days);
  const revisionId = revision === undefined ? null : idFrom(revision, "revision");
  await using site = await context.openSite(choice, context);
  const pageId = await site.pageAt(PATH);
  const link = await site.createPreviewLink(pageId, { expiresInSeconds, revisionId });
  const { id, url, json_url, expires_at } = link;
  if (json) printJson(context.stdout, { id, url, json_url, expires_at });
  else {
    printLines(context.stderr, [
      `Link ${id} shows ${PATH} until ${expires_at}. Its address is not stored; copy it now:`,
    ]);
    printLines(context.stdout, [url]);
  }
  return 0;
};

/** `lectern page previews`: lists the preview links of a page, or revokes one of them. */
export const pagePreviews: RunAdministration = async (args, context) => {
  const options = { ...siteOptions, revoke: { type: "string" }, json: { type: "boolean" } } as const;
  const { PATH, revoke, json, ...choice } = parseArguments(args, options, ["PATH"]);
  const revoked = revoke === undefined ? undefined : idFrom(revoke, "preview link");
  await using site = await context.openSite(choice, context);
  const pageId = await site.pageAt(PATH);
  if (revoked !== undefined) {
    await site.revokePreviewLink(pageId, revoked);
    printLines(context.stdout, [`Revoked preview link ${revoked} of ${PATH}.`]);
    return 0;
  }
  const links = await site.previewLinks(pageId);
  const shown = links.map(({ id, revision, created_by, created_at, expires_at }) => ({
    ...{ id, revision, created_by, created_at, expires_at },
  }));
  if (json) printJson(context.stdout, shown);
  else {
    const rows = shown.map((link) => [
      ...[`${link.id}`, link.revision === null ? "the latest" : `${link.revision}`],
      ...[link.created_by ?? "", link.expires_at],
    ]);
    printLines(context.stdout, aligned([["id", "revision", "made by", "expires"], ...rows]));
  }
  return 0;
};

const secondsIn = (days: string): number => {
  const maxDays = maxPreviewSeconds / daySeconds;
  if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > maxDays)
    throw new UsageError(`--days: expected a whole number from 1 to ${maxDays}`);
  return Number(days) * daySeconds;
};
