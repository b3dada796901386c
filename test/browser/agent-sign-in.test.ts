// Proves contract rules: agent-consent, own-agents.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { registerAgentClient } from "#lib/actions/people/agent-clients.ts";
import { putUser } from "#lib/actions/people/users.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { builtInThemes } from "#lib/themes/theme-names.ts";
import { applyDemo } from "#local/demo.ts";
import { asking, exchangeCode } from "#test/support/agent-sign-in.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useTable } from "#test/support/table.ts";
import { expectNoFaults } from "./looking.ts";
import { pictures, useServedSite, views } from "./served-site.ts";
import { cookiesIn } from "./shown-page.ts";

useTable();
const site = useServedSite();

/** A program on the person's computer, whose page of the answer leads on to another address. */
const program = createServer((request, response) => {
  if (request.url?.startsWith("/callback")) {
    response.writeHead(302, { location: request.url.replace("/callback", "/done") }).end();
    return;
  }
  response.writeHead(200, { "content-type": "text/html" }).end("<title>Connected</title>You can go back.");
});

const password = "a heron in the reeds";

let clients: { readonly hosted: string; readonly local: string };
let callback: string;

beforeAll(async () => {
  await applyDemo();
  await applyManifest({ version: 1, site: { name: "Field Notes", theme_switch: true, agent_sign_in: true } });
  const passwordHash = await hashPassword(password);
  await putUser("ada", (user) => ({ ...user!, passwordHash }));
  await new Promise<void>((resolve) => program.listen(0, "127.0.0.1", resolve));
  callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
  const register = async (name: string, address: string) =>
    (await registerAgentClient({ name, redirects: [address] }, "192.0.2.1")).id;
  clients = {
    hosted: await register("Marsh Assistant", "https://assistant.example/callback"),
    local: await register("Editor of code", "http://127.0.0.1/callback"),
  };
});
afterAll(() => program.close());

const authorize = (clientId: string, redirect_uri: string): string =>
  `/accounts/authorize/?${new URLSearchParams(asking(clientId, { redirect_uri, resource: undefined }))}`;

/** Looks at the page in each window. */
const lookAt = async (page: Page, name: string): Promise<void> => {
  for (const { name: view, width, scheme } of views) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await expectNoFaults(page);
    await page.screenshot({ path: join(pictures, `agents-${name}-${view}.png`), fullPage: true });
  }
};

const boxesOf = (page: Page) =>
  page
    .locator("[name=scope]")
    .evaluateAll((all) =>
      all.map((box) => `${box.getAttribute("value")} ${(box as HTMLInputElement).checked}`),
    );

test.each(builtInThemes)(
  "in the theme $slug, people look at a request, allow it, and end it",
  async ({ slug }) => {
    const page = await site.newTab();
    await page.context().addCookies(cookiesIn(await cookiesOf("ada"), site.url));
    await page.goto(authorize(clients.hosted, "https://assistant.example/callback"));
    await page.selectOption("[name=theme_slug]", slug);
    await Promise.all([page.waitForEvent("load"), page.click(".themes button")]);
    expect(await boxesOf(page)).toEqual(["write true", "publish false", "delete false"]);
    expect(await page.locator(".notice").textContent()).toContain("The access goes to assistant.example.");
    await lookAt(page, `${slug}-consent`);

    await page.goto(authorize(clients.hosted, "https://elsewhere.example/callback"));
    expect(await page.locator("[role=alert]").textContent()).toContain("none of its own");
    await lookAt(page, `${slug}-wrong`);

    await page.goto(authorize(clients.local, callback));
    await page.check("[value=publish]");
    await Promise.all([page.waitForURL(/\/done/), page.click("[value=allow]")]);
    const params = new URL(page.url()).searchParams;
    expect([params.get("state"), params.get("iss")]).toEqual(["s 1", site.url]);
    const exchange = { redirect_uri: callback, resource: "" };
    const { status, body } = await exchangeCode(params.get("code") ?? "", clients.local, exchange);
    expect([status, body.scope]).toEqual([200, "write publish"]);

    await page.goto("/accounts/agents/");
    expect(await page.locator(".newest li").count()).toBe(1);
    await lookAt(page, `${slug}-one`);
    await Promise.all([page.waitForEvent("load"), page.click("text=End access")]);
    expect(await page.locator(".newest li").count()).toBe(0);
    expect(page.url()).toBe(`${site.url}/accounts/agents/?ended=yes`);
    await lookAt(page, `${slug}-ended`);
    await page.close();
  },
);

test("somebody who is not signed in signs in on the way, and may refuse by keys alone", async () => {
  const page = await site.newTab();
  await page.goto(authorize(clients.local, callback));
  expect(new URL(page.url()).pathname).toBe("/accounts/login/");
  await page.fill("[name=username]", "ada");
  await page.fill("[name=password]", password);
  await Promise.all([page.waitForURL(/\/accounts\/authorize\//), page.keyboard.press("Enter")]);
  await page.locator("[name=scope]").first().focus();
  for (const _ of ["publish", "delete", "allow", "refuse"]) await page.keyboard.press("Tab");
  await Promise.all([page.waitForURL(/\/done/), page.keyboard.press("Enter")]);
  const params = new URL(page.url()).searchParams;
  expect([params.get("error"), params.get("code")]).toEqual(["access_denied", null]);
  await page.close();
});

test("a site that opens the page in a window hears from that window when it leads back", async () => {
  const page = await site.newTab();
  await page.goto(callback.replace("/callback", "/waiting"));
  const address = site.url + authorize(clients.local, callback);
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate((url) => {
      const own = window as unknown as { opened: Window | null; heard: string };
      addEventListener("message", ({ data }) => {
        own.heard = String(data);
      });
      own.opened = open(url);
    }, address),
  ]);
  await opened.fill("[name=username]", "ada");
  await opened.fill("[name=password]", password);
  await Promise.all([opened.waitForURL(/\/accounts\/authorize\//), opened.keyboard.press("Enter")]);
  expect(await page.evaluate(() => (window as unknown as { opened: Window }).opened.closed)).toBe(false);
  await Promise.all([opened.waitForURL(/\/done/), opened.click("[value=allow]")]);
  await opened.evaluate(() => window.opener.postMessage("connected", "*"));
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard?: string }).heard))
    .toBe("connected");
  await page.context().close();
});

test("another site cannot show the page in a frame", async () => {
  const page = await site.newTab();
  await page.context().addCookies(cookiesIn(await cookiesOf("ada"), site.url));
  const address = site.url + authorize(clients.local, callback);
  await page.goto(callback.replace("/callback", "/done"));
  await page.setContent(`<iframe src="${address.replaceAll("&", "&amp;")}"></iframe>`);
  const frame = page.frames().find((each) => each !== page.mainFrame());
  await expect.poll(() => frame?.url() ?? "").toMatch(/^chrome-error:/);
  await page.close();
});
