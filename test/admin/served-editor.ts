import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startChromium } from "#test/browser/chromium.ts";
import { builtForBrowser, editorHtml, editorPolicy, editorStyle } from "./editor-page.ts";
import type { TestedPage } from "./tested-editor-page.ts";

declare global {
  var tested: TestedPage;
}

/** A page with the editor in a browser, and what the browser complains of. */
export const useEditor = () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const [type, body] = files.get(pathname) ?? files.get("/")!;
    response.setHeader("Content-Security-Policy", editorPolicy);
    response.setHeader("Content-Type", `${type}; charset=utf-8`);
    response.end(body);
  });
  const files = new Map<string, readonly [type: string, body: string]>();
  beforeAll(async () => {
    files.set("/", ["text/html", editorHtml("Editor")]);
    files.set("/script.js", ["text/javascript", await builtForBrowser("test/admin/tested-editor-page.ts")]);
    files.set("/style.css", ["text/css", await editorStyle()]);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    browser = await startChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on("console", (message) => {
      if (/error|warning/.test(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await browser?.close();
    server.close();
  });
  return {
    get page() {
      return page;
    },
    complaints,
  };
};
