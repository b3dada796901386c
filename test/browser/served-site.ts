import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openDiskFiles } from "#lib/files/disk.ts";
import { filesPath } from "#lib/media/file-delivery.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { adminServer } from "#local/admin-server.ts";
import { type Gateway, startGateway } from "#local/gateway.ts";
import { loadFunction } from "#test/support/functions.ts";
import { startChromium } from "./chromium.ts";
import { type BrowserPage, openTab, showPage, takePicture, type View } from "./shown-page.ts";

/** The windows in which pages are shown. */
export const views = [
  { name: "wide-light", width: 1280, scheme: "light" },
  { name: "wide-dark", width: 1280, scheme: "dark" },
  { name: "narrow-light", width: 390, scheme: "light" },
  { name: "narrow-dark", width: 390, scheme: "dark" },
] as const satisfies readonly (Omit<View, "headers"> & { readonly name: string })[];

/** Where the pictures are left, for people to look at. */
export const pictures = join(import.meta.dirname, ".pictures");

export interface ServedSite {
  /** Where the service is, without a slash at its end. */
  readonly url: string;
  /** Opens a page in a profile of its own, without a picture. */
  readonly open: (path: string) => Promise<Page>;
  /** Shows the page of a path, and leaves its picture under a name. */
  readonly show: (path: string, picture: string, view: View) => Promise<BrowserPage>;
  /** Opens a path once, shows it in one window after the other, leaves a picture of each, and checks it. */
  readonly showInEachWindow: (
    path: string,
    picture: string,
    headers: View["headers"],
    check: (shown: Omit<BrowserPage, "picture">, width: number) => Promise<void>,
  ) => Promise<void>;
  /** A profile of its own, for several tabs. */
  readonly newProfile: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** A tab in a profile of its own, which takes paths of the site as addresses. */
  readonly newTab: () => Promise<Page>;
}

/** Gives the test file a service over HTTP and a browser that looks at it. */
export const useServedSite = (): ServedSite => {
  let folder: string;
  let gateway: Gateway;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-browser-"));
    const signingKey = randomBytes(32);
    process.env.FILES_FOLDER = folder;
    process.env.FILES_SIGNING_KEY = signingKey.toString("hex");
    const files = await openDiskFiles({ folder, address: "", signingKey });
    gateway = await startGateway({
      routes,
      fallback,
      load: loadFunction,
      files: { files, signingKey },
      feeds: files,
      admin: adminServer(),
    });
    process.env.FILES_ADDRESS = gateway.url + filesPath;
    browser = await startChromium();
    await mkdir(pictures, { recursive: true });
  });

  afterAll(async () => {
    await browser?.close();
    await gateway?.stop(0);
    await rm(folder, { recursive: true });
  });

  return {
    get url() {
      return gateway.url;
    },
    open: async (path) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.goto(gateway.url + path);
      return page;
    },
    show: async (path, picture, view) => {
      const shown = await showPage(browser, gateway.url + path, view);
      await writeFile(join(pictures, `${picture}.png`), shown.picture);
      return shown;
    },
    showInEachWindow: async (path, picture, headers, check) => {
      const shown = await openTab(browser, gateway.url + path, { ...views[0], headers });
      for (const { name, ...view } of views) {
        await writeFile(join(pictures, `${picture}-${name}.png`), await takePicture(shown.page, view));
        await check(shown, view.width);
      }
      await shown.page.close();
    },
    newProfile: (options = {}) => browser.newContext({ baseURL: gateway.url, ...options }),
    newTab: () => browser.newPage({ baseURL: gateway.url }),
  };
};
