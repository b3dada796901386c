import { createPreviewLink } from "#lib/actions/pages/create-preview-link.ts";
import { deletePreviewLink } from "#lib/actions/pages/delete-preview-link.ts";
import { previewLinkPaths } from "#lib/pages/addresses.ts";
import { isPost, type Page } from "#lib/pages/page.ts";
import { defaultPreviewSeconds, maxPreviewSeconds } from "#lib/pages/preview-link.ts";
import { readPreviewLinks } from "#lib/store/preview-links.ts";
import { readSite } from "#lib/store/site.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { aligned, printJson, printLines, type RunCommand } from "./output.ts";
import { pageAt } from "./page-at.ts";
import { UsageError } from "./usage-error.ts";

const daySeconds = 24 * 3_600;

/** `lectern page preview`: makes a preview link and prints its addresses, which are not stored. */
export const pagePreview: RunCommand = async (args, context) => {
  const options = {
    ...storeOptions,
    days: { type: "string" },
    revision: { type: "string" },
    json: { type: "boolean" },
  } as const;
  const { PATH, days, revision, json, ...choice } = parseArguments(args, options, ["PATH"]);
  const expiresInSeconds = days === undefined ? defaultPreviewSeconds : secondsIn(days);
  const revisionId = revision === undefined ? null : idFrom(revision, "revision");
  await using _store = await openStore(choice, context);
  const pageId = await pageAt(PATH);
  const chosen = { makerId: null, revisionId, expiresInSeconds, permit: permitPost };
  const { link, key } = await createPreviewLink(pageId, chosen);
  const { id, expiresAt } = link;
  const { path, jsonPath } = previewLinkPaths({ pageId, id }, key);
  const base = (await readSite()).settings.baseUrl ?? "";
  if (json)
    printJson(context.stdout, { id, url: base + path, json_url: base + jsonPath, expires_at: expiresAt });
  else {
    printLines(context.stderr, [
      `Link ${id} shows ${PATH} until ${expiresAt}. Its address is not stored; copy it now:`,
    ]);
    printLines(context.stdout, [base + path]);
  }
  return 0;
};

/** `lectern page previews`: lists the preview links of a page, or revokes one of them. */
export const pagePreviews: RunCommand = async (args, context) => {
  const options = { ...storeOptions, revoke: { type: "string" }, json: { type: "boolean" } } as const;
  const { PATH, revoke, json, ...choice } = parseArguments(args, options, ["PATH"]);
  const id = revoke === undefined ? undefined : idFrom(revoke, "preview link");
  await using _store = await openStore(choice, context);
  const pageId = await pageAt(PATH);
  if (id !== undefined) {
    await deletePreviewLink(pageId, { id, permit: permitPost });
    printLines(context.stdout, [`Revoked preview link ${id} of ${PATH}.`]);
    return 0;
  }
  const { links } = await readPreviewLinks(pageId);
  const usernames = await readUsernames(links.map(({ makerId }) => makerId));
  const shown = links.toReversed().map((link) => ({
    ...{ id: link.id, revision: link.revisionId, created_by: usernames.get(link.makerId) ?? null },
    ...{ created_at: link.createdAt, expires_at: link.expiresAt },
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

const idFrom = (text: string, kind: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`'${text}' is not the id of a ${kind}`);
  return Number(text);
};

const permitPost = (current: { readonly page: Page } | undefined): void => {
  if (!current) throw new PlainError("The page was deleted meanwhile.");
  if (!isPost(current.page.kind)) throw new PlainError("Only posts and episodes have preview links.");
};
