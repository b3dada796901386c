import type { Page } from "playwright-core";
import { beforeAll } from "vitest";
import { applyDemo } from "#local/demo.ts";
import { cookiesOf, sessionHeadersOf } from "#test/support/session.ts";
import { useTable } from "#test/support/table.ts";
import { type ServedSite, useServedSite } from "./served-site.ts";
import { cookiesIn } from "./shown-page.ts";

/** A post as far as a next request needs it. */
export interface EditedPost {
  readonly id: number;
  readonly latest_revision_id: number;
}

interface AdminSite extends ServedSite {
  /** The id of the demo's blog. */
  readonly blog: () => number;
  /** A tab of somebody who has signed in. */
  readonly tabOf: (username?: string) => Promise<Page>;
  /** Asks the service as somebody does; answers with the JSON of what is not refused. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer
  readonly ask: (method: string, path: string, body?: unknown, username?: string) => Promise<any>;
}

/** Gives the test file the demo, its admin, and people who use it. */
export const useAdminSite = (): AdminSite => {
  useTable();
  const site = useServedSite();
  let parent: number;

  beforeAll(async () => {
    ({ parent } = await applyDemo());
  });

  return Object.assign(site, {
    blog: () => parent,
    tabOf: async (username = "ada"): Promise<Page> => {
      const context = await site.newProfile();
      await context.addCookies(cookiesIn(await cookiesOf(username), `${site.url}/`));
      return context.newPage();
    },
    ask: async (method: string, path: string, body?: unknown, username = "ada") => {
      const answer = await fetch(site.url + path, {
        method,
        headers: { ...(await sessionHeadersOf(username)), "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.status === 204 ? undefined : await answer.json();
    },
  });
};
