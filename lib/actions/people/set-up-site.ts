import { hashPassword } from "#lib/access/passwords.ts";
import { type StartedSession, startedSession } from "#lib/access/sessions.ts";
import { createPage, createRootPage } from "#lib/actions/pages/create-page.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { slugReservation } from "#lib/pages/addresses.ts";
import { type AnyContent, fieldsOfKind } from "#lib/pages/content.ts";
import { declared, emptyOf } from "#lib/pages/content-values.ts";
import { type Page, rootPageId } from "#lib/pages/page.ts";
import { numberedSlug, slugFromTitle } from "#lib/pages/slug.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type Collection, rootCollection, type Site, type SiteSettings } from "#lib/site/site.ts";
import type { User } from "#lib/site/user.ts";
import { readSlugClaim, readSlugClaimsBelow } from "#lib/store/address-claims.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { commitTogether } from "#lib/store/commit-together.ts";
import { drawNumbers, getItem } from "#lib/store/items.ts";
import { hasAccounts } from "#lib/store/listed-credentials.ts";
import { readPages } from "#lib/store/pages.ts";
import { isOpen, type SetupMark, useSetupMark } from "#lib/store/setup.ts";
import { keys } from "#lib/store/table.ts";
import { changeSite } from "./change-site.ts";
import { sessionBeginning } from "./sessions.ts";
import { createUser } from "./users.ts";

/** What the first person says. Settings that are left out have their defaults. */
export interface FirstSteps {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly settings: Pick<SiteSettings, "name"> & Partial<SiteSettings>;
  readonly first: { readonly kind: "blog" | "podcast"; readonly title: string };
  /** The browser's `User-Agent`. */
  readonly client: string;
}

export interface SetUp {
  readonly user: User;
  readonly site: Site;
  readonly started: StartedSession;
}

/**
 * Makes the first account, the home page and a first blog or podcast in one transaction, and signs in.
 * Refuses `not_found` if the mark was used or has ended, or if there is an account. Of requests at once, one
 * wins.
 */
export const setUpSite = async (mark: SetupMark, steps: FirstSteps): Promise<SetUp> => {
  const passwordHash = await hashPassword(steps.password);
  return commitTogether(
    async () => undefined,
    async () => {
      await takeMark(mark);
      const user = await createUser(steps.username, {
        ...{ email: steps.email, passwordHash, groups: [] },
        ...{ staff: true, superuser: true, active: true },
      });
      const started = startedSession(user);
      await commitDecision(async () => ({
        writes: sessionBeginning(user, started, steps.client),
        value: undefined,
      }));
      const site = await changeSite(async ({ settings, collections }) => ({
        settings: { ...settings, ...steps.settings },
        ...(collections.length === 0 && { collections: [await newRootCollection()] }),
      }));
      await makePages(user, steps);
      return { value: { user, site, started } };
    },
  );
};

const takeMark = (mark: SetupMark): Promise<void> =>
  commitDecision(async () => {
    const stored = await getItem(keys.setup());
    const isMine = isOpen(stored) && stored.digest === mark.digest;
    if (!isMine || (await hasAccounts())) throw new Refusal("not_found");
    return { writes: [useSetupMark(mark)], value: undefined };
  });

/** It has a fixed id, whose number nothing else may get. No manifest has made it. */
const newRootCollection = async (): Promise<Collection> => {
  await drawNumbers("collection");
  return { ...rootCollection, byHand: true };
};

const makePages = async (user: User, { settings, first, client }: FirstSteps): Promise<void> => {
  await createRootPage();
  const home =
    (await homePage()) ?? (await makePage({ kind: "home", title: settings.name, slug: "home" }, rootPageId));
  await makePage({ ...first, slug: slugFromTitle(first.title) || first.kind }, home.id);

  async function makePage(
    { kind, title, slug: wanted }: { kind: "home" | "blog" | "podcast"; title: string; slug: string },
    parentId: number,
  ): Promise<Page> {
    const slug = await freeSlug(wanted, parentId, kind === "home" ? [] : [rootPageId, parentId]);
    const content = { ...emptyContent(kind), title, slug } as AnyContent;
    const { page } = await createPage(parentId, () => ({ kind, content, ownerId: user.id, client }));
    await publishPage(page.id, { publisherId: user.id, permit: () => {} });
    return page;
  }
};

/** Home pages that a manifest without accounts has made stay. */
const homePage = async (): Promise<Page | undefined> => {
  const claims = await readSlugClaimsBelow(rootPageId);
  const pages = await readPages(claims.flatMap(({ row, drafts }) => row ?? drafts[0] ?? []));
  return pages.find((page) => page?.kind === "home");
};

const freeSlug = async (wanted: string, parentId: number, ancestors: readonly number[]): Promise<string> => {
  for (let number = 1; ; number++) {
    const slug = numberedSlug(wanted, number);
    const { row, drafts } = await readSlugClaim(parentId, slug);
    const isFree = row === null && drafts.length === 0;
    if (isFree && slugReservation(slug, ancestors) === undefined) return slug;
  }
};

const emptyContent = (kind: "home" | "blog" | "podcast"): object =>
  Object.fromEntries(
    declared<string>(fieldsOfKind[kind]).flatMap(([name, field]) =>
      field.always ? [[name, emptyOf(field)]] : [],
    ),
  );
