import type { Browser, Page } from "playwright-core";

/** How a page is shown. */
export interface View {
  /** Of the window, in CSS pixels; the picture is as high as the page. */
  readonly width: number;
  readonly scheme: "light" | "dark";
  /** What the document is asked for with; what is in it is asked for without. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A page as a browser shows it. */
export interface BrowserPage {
  readonly page: Page;
  /** A PNG of the whole page. */
  readonly picture: Buffer;
  /** What the browser complained of: errors, refused requests, breaches of the content security policy. */
  readonly complaints: readonly string[];
}

/** Shows a page in a profile of its own, and takes its picture when all its images are there. */
export const showPage = async (browser: Browser, url: string, view: View): Promise<BrowserPage> => {
  const { width, scheme, headers } = view;
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/error|warning/.test(message.type())) complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`${request.failure()?.errorText} ${request.url()}`));
  await page.route(url, (route) => route.continue({ headers: { ...route.request().headers(), ...headers } }));
  await page.goto(url);
  // A window as high as the page has every lazy image in view.
  const height: number = await page.evaluate("document.documentElement.scrollHeight");
  await page.setViewportSize({ width, height });
  await page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => {})))");
  return { page, picture: await page.screenshot(), complaints };
};
