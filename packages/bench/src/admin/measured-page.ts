import type { Browser, CDPSession, Page } from "playwright-core";

/** What a browser that has nothing yet needs until one can write. */
export interface Opening {
  /** Bytes of scripts as they were sent. */
  readonly scriptBytes: number;
  /** All requests until nothing more was asked for. */
  readonly requests: number;
  /** From the beginning of the navigation until a key appears in the text. */
  readonly firstKeyMs: number;
  /** Time in scripts. */
  readonly scriptMs: number;
  /** The heap after a collection. */
  readonly heapBytes: number;
}

/** A slower machine and line: CPU by this factor, and milliseconds that each answer takes longer. */
export interface Throttle {
  readonly cpu: number;
  readonly latencyMs: number;
}

export interface EditedPage {
  readonly browser: Browser;
  readonly url: string;
  readonly cookie: string;
}

/** Opens the editor of a page in a new profile, and types a key as soon as it is taken. */
export const measureOpening = async (target: EditedPage, throttle?: Throttle): Promise<Opening> => {
  await using opened = await openProfile(target);
  const { page, session } = opened;
  let [requests, scriptBytes] = [0, 0];
  const scripts = new Set<string>();
  session.on("Network.requestWillBeSent", () => requests++);
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Performance.enable");
  if (throttle) {
    await session.send("Emulation.setCPUThrottlingRate", { rate: throttle.cpu });
    await session.send("Network.emulateNetworkConditions", {
      ...{ offline: false, latency: throttle.latencyMs },
      ...{ downloadThroughput: -1, uploadThroughput: -1 },
    });
  }
  const firstKeyMs = await openAndType(page, target.url);
  await page.waitForLoadState("networkidle");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
  return {
    ...{ scriptBytes, requests, firstKeyMs },
    scriptMs: metric("ScriptDuration") * 1_000,
    heapBytes: metric("JSHeapUsedSize"),
  };
};

/** What writing in a long text takes, in milliseconds. */
export interface Typing {
  readonly openMs: number;
  /** Each key, from its event until it is drawn, in order of length. */
  readonly keysMs: readonly number[];
}

/** Opens a long text, and types into its middle. */
export const measureTyping = async (target: EditedPage, keys: number): Promise<Typing> => {
  await using opened = await openProfile(target);
  const { page } = opened;
  const openMs = await openAndType(page, target.url);
  await page.evaluate(recordKeys);
  const paragraphs = page.locator(".ProseMirror p");
  await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click();
  for (let key = 0; key < keys; key++) await page.keyboard.press(key % 6 === 5 ? "Space" : "e");
  const keysMs = await page.evaluate("window.keysMs");
  return { openMs, keysMs: (keysMs as number[]).toSorted((one, other) => one - other) };
};

interface Profile extends AsyncDisposable {
  readonly page: Page;
  readonly session: CDPSession;
}

const openProfile = async ({ browser, url, cookie }: EditedPage): Promise<Profile> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const cookies = cookie.split("; ").map((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    return { name, value, url: new URL("/", url).href };
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  return { page, session, [Symbol.asyncDispose]: () => context.close() };
};

/** Gives the time from the beginning of the navigation until a key was pressed that is in the text then. */
const openAndType = async (page: Page, url: string): Promise<number> => {
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  await page.exposeFunction("textIsReady", resolve);
  await page.addInitScript(announceText);
  await page.goto(url, { waitUntil: "commit" });
  await ready;
  await page.keyboard.press("q");
  const [pressedMs, text] = (await page.evaluate(
    "[window.pressedMs, document.querySelector('.ProseMirror').textContent]",
  )) as [number, string];
  if (!text.includes("q")) throw new Error("The key that was pressed is not in the text.");
  return pressedMs;
};

/** Focuses the text as soon as it is there; looking for it again and again would count as time in scripts. */
const announceText = `
  new MutationObserver((_, observer) => {
    const text = document.querySelector(".ProseMirror");
    if (!text) return;
    observer.disconnect();
    text.focus();
    textIsReady();
  }).observe(document, { childList: true, subtree: true });
  addEventListener("keydown", (event) => { window.pressedMs ??= event.timeStamp; }, { capture: true });
`;

/** Notes how long each key takes: frames are not waited for, and what is drawn after it counts. */
const recordKeys = `
  window.keysMs = [];
  const channel = new MessageChannel();
  let pressed = 0;
  channel.port1.onmessage = (drawn) => window.keysMs.push(drawn.timeStamp - pressed);
  addEventListener("keydown", (key) => {
    pressed = key.timeStamp;
    requestAnimationFrame(() => channel.port2.postMessage(0));
  }, { capture: true });
`;
