// Proves contract rules: signed-in-state, csrf, sessions.

import { describe, expect, test } from "vitest";
import { logOut } from "#lib/routes/accounts.ts";
import { showDraft } from "#lib/routes/cms.ts";
import { selectTheme } from "#lib/routes/themes.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { cookiesOf } from "#test/support/session.ts";
import { hiddenFieldsIn, textIn, visit, withoutOwnScripts, withoutThemes } from "#test/support/site-pages.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const form = { "content-type": "application/x-www-form-urlencoded" };

const accountForm = /<form class="account".*?<\/form>/s;

/** The pages of the site, one of each kind. */
const addresses = async (): Promise<readonly string[]> => {
  const post = await createLivePost(world.notes);
  return ["/", "/notes/", "/calls/", "/calls/subscribe/", post.public_url, "/nothing-here/"];
};

/** Without the time of the answer, which the gateway adds. */
const sameHeaders = ({ headers: { date, ...others } }: RouteAnswer) => others;

/** Signs out as the form on a page does. */
const signOutFrom = (html: string, headers: Readonly<Record<string, string>>) => {
  const [markup = ""] = accountForm.exec(html) ?? [];
  const [, address = ""] = /action="([^"]*)"/.exec(markup) ?? [];
  const body = new URLSearchParams(hiddenFieldsIn(markup)).toString();
  return call(logOut, { query: address.split("?")[1] ?? "", headers: { ...form, ...headers }, body });
};

describe("each page of the site", () => {
  test("says who is signed in, and is kept by no cache", async () => {
    const cookie = await cookiesOf("ada");
    for (const address of await addresses()) {
      const { headers, body } = await visit(address, { headers: { cookie } });
      expect([address, textIn(accountForm.exec(body)?.[0] ?? "")]).toEqual([address, "ada Sign out"]);
      expect(headers["cache-control"]).toBe("private, no-store");
      expect(headers["content-security-policy"]).toContain("form-action 'self'");
      expect(withoutOwnScripts(body)).not.toContain("<script");
    }
  });

  test("is the same bytes for strangers before and after somebody has signed in, without the account", async () => {
    for (const address of await addresses()) {
      const before = await visit(address);
      const signedIn = await visit(address, { headers: { cookie: await cookiesOf("ada") } });
      const after = await visit(address);
      expect([after.text, sameHeaders(after)]).toEqual([before.text, sameHeaders(before)]);
      expect(after.text).not.toMatch(/class="account"|csrf_token|Sign out/);
      expect(signedIn.text).not.toBe(after.text);
      const withoutAccount = signedIn.text
        .replace(accountForm, "")
        .replace('<header class="site"></header>', "");
      expect(withoutThemes(withoutAccount)).toBe(withoutThemes(after.text));
      if (after.status === 200) {
        expect(after.headers["cache-control"]).toBe("public, no-cache");
        expect(after.headers.etag).toMatch(/^"/);
      }
    }
  });

  test("shows no account to visitors whose session belongs to nobody, and to programs with a token", async () => {
    const { cookies } = await call(selectTheme, { body: { theme_slug: "plain" } });
    const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
    for (const answer of [await visit("/", { headers: { cookie } }), await visit("/", { as: "ada" })]) {
      expect(answer.status).toBe(200);
      expect(answer.body).not.toContain("Sign out");
    }
  });
});

describe("the form on a page", () => {
  test("signs out, on the server as well as in the browser, and leads to the front page", async () => {
    const cookie = await cookiesOf("ada");
    const { body } = await visit("/notes/", { headers: { cookie } });
    const out = await signOutFrom(body, { cookie });
    expect([out.status, out.headers.location]).toEqual([303, "/"]);
    expect(out.cookies.every((line) => line.includes("Max-Age=0"))).toBe(true);
    expect((await visit("/notes/", { headers: { cookie } })).body).not.toContain("Sign out");
  });

  test("is on the pages for editors, too", async () => {
    const post = await createLivePost(world.notes);
    const cookie = await cookiesOf("ada");
    const { body } = await call(showDraft, { params: { id: post.id }, headers: { cookie } });
    expect((await signOutFrom(body, { cookie })).status).toBe(303);
    expect((await call(showDraft, { params: { id: post.id }, headers: { cookie } })).status).toBe(302);
  });

  test.each<[string, (token: string) => string]>([
    ["without its token", () => ""],
    [
      "with another token",
      (token) => `csrf_token=${token.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`,
    ],
    ["with a short token", () => "csrf_token=short"],
  ])("does nothing %s", async (_, bodyWith) => {
    const cookie = await cookiesOf("ada");
    const body = bodyWith(cookie.split("csrftoken=")[1]!);
    const refused = await call(logOut, { query: "next=/", headers: { ...form, cookie }, body });
    expect([refused.status, refused.body.code, refused.cookies]).toEqual([403, "csrf_failed", []]);
    expect((await visit("/", { headers: { cookie } })).body).toContain("Sign out");
  });

  test("does nothing where another site has sent it, even with its token", async () => {
    const cookie = await cookiesOf("ada");
    const { body } = await visit("/", { headers: { cookie } });
    const refused = await signOutFrom(body, { cookie, origin: "https://evil.example" });
    expect([refused.status, refused.body.code]).toEqual([403, "csrf_failed"]);
  });

  test("does nothing with the token of another session", async () => {
    const theirs = await visit("/", { headers: { cookie: await cookiesOf("su") } });
    const refused = await signOutFrom(theirs.body, { cookie: await cookiesOf("ada") });
    expect([refused.status, refused.body.code]).toEqual([403, "csrf_failed"]);
  });

  test.each(["https://evil.example/", "//evil.example/", "/\\evil.example"])(
    "does not lead to %s",
    async (next) => {
      const { status, headers } = await call(logOut, { query: { next } });
      expect([status, headers.location]).toEqual([303, "/"]);
    },
  );
});

test("signing out without a session is no error", async () => {
  expect((await call(logOut)).status).toBe(204);
});
