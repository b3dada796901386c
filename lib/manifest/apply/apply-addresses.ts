import { isDeepStrictEqual } from "node:util";
import { setFormerSlugs } from "#lib/actions/pages/address-writes.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { changeWebhook, createWebhook, type WebhookProperties } from "#lib/actions/webhooks/put-webhook.ts";
import { certain } from "#lib/certain.ts";
import { allPages, type Manifest } from "#lib/manifest/read/read-manifest.ts";
import { readObject } from "#lib/manifest/read/read-object.ts";
import { keyOfAlias } from "#lib/pages/addresses.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { type Redirect, redirectFields, type Site } from "#lib/site/site.ts";
import { type Webhook, webhookFields } from "#lib/site/webhook.ts";
import { readSlugClaims } from "#lib/store/address-claims.ts";
import { readWebhookSecret, type StoredWebhook } from "#lib/store/webhooks.ts";
import type { PageIdAt } from "./apply-site.ts";
import type { Fate } from "./outcome.ts";
import { handMarks, manifestMarks, type Run, staysUnnamed } from "./run.ts";
import { changedMembers, digestsOf, wireMembers } from "./set-by-manifest.ts";

/** Applies the file's webhooks, by name. A new one gets the events from now on. */
export const applyWebhooks = async (
  { webhooks }: Manifest,
  stored: readonly StoredWebhook[],
  pageIdAt: PageIdAt,
  run: Run,
): Promise<void> => {
  const byName = new Map(stored.map(({ webhook }) => [webhook.name, webhook]));
  for (const { value } of webhooks) {
    const desired = readObject(webhookFields, value, (_, path) =>
      path === "/" ? rootPageId : pageIdAt(path),
    );
    const { name } = desired;
    const secret = certain(run.secretValue(value.secret));
    const current = byName.get(name);
    const note = (fate: Fate) => run.ledger.note(`webhook ${name}`, fate);
    const storedSecret = current && (await readWebhookSecret(current.id));
    const hasSecret = storedSecret === secret;
    const isUnchanged = current !== undefined && hasSecret && isSame(current, desired);
    const said = { ...wireMembers(webhookFields, desired), secret };
    const marks =
      run.isByHand || (current && !current.fromManifest) ? {} : { setByManifest: digestsOf(said) };
    const isMarked = current !== undefined && isSame(current, { ...desired, ...marks });
    if (!(isUnchanged && isMarked)) run.begin();
    if (!current) {
      if (!run.dryRun) await createWebhook({ ...desired, ...manifestMarks(run), ...marks }, secret);
      note("created");
      continue;
    }
    note(isUnchanged ? "unchanged" : "updated");
    if (run.dryRun) {
      const stored = { ...wireMembers(webhookFields, current), secret: storedSecret };
      const changed = changedMembers(current.setByManifest, stored, said);
      run.ledger.noteBeside(changed.map((member) => `webhook ${name} (${member})`));
    } else if (!(isUnchanged && isMarked))
      await changeWebhook(current.id, () => ({ ...desired, ...marks }), hasSecret ? undefined : secret);
  }
};

const isSame = (current: Webhook, desired: WebhookProperties): boolean =>
  isDeepStrictEqual({ ...current, ...desired }, current);

/** The most slugs that one transaction takes. */
const slugsAtATime = 90;

/**
 * Makes the former slugs of the file's pages lead to these. Former slugs that the file does not name stay.
 */
export const applyFormerSlugs = async (
  { pages }: Pick<Manifest, "pages">,
  pageIdAt: PageIdAt,
  run: Run,
): Promise<void> => {
  for (const { path, value } of allPages(pages)) {
    const slugs = [...new Set(value.former_slugs)];
    const id = pageIdAt(path) ?? 0;
    const parentId = pageIdAt(path.slice(0, path.lastIndexOf("/")) || "/") ?? 0;
    let isNew = false;
    for (let start = 0; start < slugs.length; start += slugsAtATime) {
      const some = slugs.slice(start, start + slugsAtATime);
      const differ = (await readSlugClaims(parentId, some)).some(({ former }) => former !== id);
      if (differ) run.begin();
      isNew ||= differ && (run.dryRun || (await setFormerSlugs(id, some)));
    }
    if (isNew) run.ledger.note(`page ${path}`, "updated");
  }
};

/** Makes the site's redirects those of the file, after those that it does not name, unless the run prunes. */
export const applyRedirects = async (
  { redirects }: Pick<Manifest, "redirects">,
  stored: Site,
  pageIdAt: PageIdAt,
  run: Run,
): Promise<void> => {
  const named = redirects.map(({ value }) => readObject(redirectFields, value, (_, to) => pageIdAt(to) ?? 0));
  const keys = new Set(named.map(({ from }) => keyOfAlias(from)));
  const othersIn = (before: readonly Redirect[]) =>
    before.filter((redirect) => !keys.has(keyOfAlias(redirect.from)) && staysUnnamed(redirect, run));
  const writtenAfter = (before: readonly Redirect[]): readonly Redirect[] => {
    const byKey = new Map(before.map((redirect) => [keyOfAlias(redirect.from), redirect]));
    return named.map((redirect) => ({
      ...redirect,
      ...handMarks(byKey.get(keyOfAlias(redirect.from)), run),
    }));
  };
  const desired = (before: readonly Redirect[]) => [...othersIn(before), ...writtenAfter(before)];
  let before = stored.redirects;
  if (!run.dryRun && !isDeepStrictEqual(before, desired(before))) {
    run.begin();
    await changeSite(async (site) => {
      before = site.redirects;
      const after = desired(before);
      return isDeepStrictEqual(before, after) ? undefined : { redirects: after };
    });
  }
  const known = new Map(before.map((redirect) => [keyOfAlias(redirect.from), redirect]));
  for (const redirect of writtenAfter(before)) {
    const former = known.get(keyOfAlias(redirect.from));
    const fate = former ? (isDeepStrictEqual(former, redirect) ? "unchanged" : "updated") : "created";
    run.ledger.note(`redirect ${redirect.from}`, fate);
  }
  if (run.prunes) for (const { from } of othersIn(before)) run.ledger.noteKept("redirect", from);
  const staying = new Set(desired(before).map(({ from }) => keyOfAlias(from)));
  for (const { from } of before) if (!staying.has(keyOfAlias(from))) run.ledger.noteRemoved("redirect", from);
};
