import type { Browser, Page } from "playwright-core";

/** How a page is shown. */
export interface View {
  /** Of the window, in CSS pixels; the picture is as high as the page. */
  readonly width: number;
  readonly scheme: "light" | "dark";
  /** Headers of the request for the document, but not for what it contains. Cookies are for both. */
  readonly headers: Readonly<Record<string, string>>;
  /** False for a browser that runs none. */
  readonly hasScript?: boolean;
}

export interface BrowserPage {
  readonly page: Page;
  /** A PNG of the whole page. */
  readonly picture: Buffer;
  /** Errors, refused requests, and violations of the content security policy. */
  readonly complaints: readonly string[];
}

/** Opens a page in a profile of its own, and takes a picture of it. */
export const showPage = async (browser: Browser, url: string, view: View): Promise<BrowserPage> => {
  const { page, complaints } = await openTab(browser, url, view);
  return { page, complaints, picture: await takePicture(page, view) };
};

/** The same without a picture. */
export const openTab = async (
  browser: Browser,
  url: string,
  { width, scheme, headers, hasScript = true }: View,
): Promise<Omit<BrowserPage, "picture">> => {
  const page = await browser.newPage({
    viewport: { width, height: windowHeight },
    colorScheme: scheme,
    javaScriptEnabled: hasScript,
  });
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/error|warning/.test(message.type())) complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => {
    const problem = request.failure()?.errorText;
    // Pages give up requests for suggestions to what is no longer typed.
    if (problem !== "net::ERR_ABORTED") complaints.push(`${problem} ${request.url()}`);
  });
  const { cookie = "", ...others } = headers;
  await page.context().addCookies(cookiesIn(cookie, url));
  await page.route(url, (route) => route.continue({ headers: { ...route.request().headers(), ...others } }));
  await page.goto(url);
  return { page, complaints };
};

/** Cookies of a header, as a browser has to be given them: it sends no header that is called so. */
export const cookiesIn = (header: string, url: string) =>
  [...header.matchAll(/([^=; ]+)=([^;]*)/g)].map(([, name = "", value = ""]) => ({
    name,
    value,
    url: new URL("/", url).href,
  }));

const windowHeight = 900;

/** Shows an open page in a window, and takes a picture of all of it with all images loaded. */
export const takePicture = async (page: Page, { width, scheme }: Pick<View, "width" | "scheme">) => {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: windowHeight });
  // A window as high as the page loads every lazy image.
  const height: number = await page.evaluate("document.documentElement.scrollHeight");
  await page.setViewportSize({ width, height });
  await page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => {})))");
  return page.screenshot();
};
