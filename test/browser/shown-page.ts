import type { Devtools, DevtoolsEvent } from "./devtools.ts";

/** How a page is looked at. */
export interface Look {
  /** Of the window, in CSS pixels; the picture is as high as the page. */
  readonly width: number;
  readonly scheme: "light" | "dark";
  /** What the document is asked for with; what is in it is asked for without. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A page as a browser shows it. */
export interface ShownPage {
  /** A PNG of the whole page. */
  readonly picture: Buffer;
  /** What the browser complained of: errors, refused requests, breaches of the content security policy. */
  readonly complaints: readonly string[];
  /** The value of an expression in the page. */
  // biome-ignore lint/suspicious/noExplicitAny: what an expression gives is its writer's to know.
  readonly evaluate: (expression: string) => Promise<any>;
  /** Types a text where the focus is. */
  readonly type: (text: string) => Promise<void>;
  /** Presses a key, such as `Tab`. */
  readonly press: (key: "Tab" | "Enter") => Promise<void>;
  /** Waits for the page that an action leads to. */
  readonly leaving: (action: () => Promise<void>) => Promise<void>;
}

/** Shows a page in a new tab, scrolls through it, and takes its picture when all its images are there. */
export const showPage = async (devtools: Devtools, url: string, look: Look): Promise<ShownPage> => {
  const tab = await devtools.openTab();
  const complaints: string[] = [];
  tab.listen((event) => complaints.push(...complaintIn(event)));
  tab.listen(({ method, params }) => {
    if (method !== "Fetch.requestPaused") return;
    const { requestId, request } = params as { requestId: string; request: { headers: object } };
    const headers = Object.entries({ ...request.headers, ...look.headers });
    void tab.send("Fetch.continueRequest", {
      requestId,
      headers: headers.map(([name, value]) => ({ name, value })),
    });
  });
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await tab.send(`${domain}.enable`);
  await tab.send("Fetch.enable", { patterns: [{ urlPattern: url, resourceType: "Document" }] });
  const features = [{ name: "prefers-color-scheme", value: look.scheme }];
  await tab.send("Emulation.setEmulatedMedia", { features });
  const resize = (height: number) =>
    tab.send("Emulation.setDeviceMetricsOverride", {
      ...{ width: look.width, height, deviceScaleFactor: 1, mobile: false },
    });
  await resize(900);
  const loaded = tab.next("Page.loadEventFired");
  await tab.send("Page.navigate", { url });
  await loaded;
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await tab.send("Runtime.evaluate", {
      ...{ expression, awaitPromise: true, returnByValue: true },
    });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value;
  };
  // A window as high as the page has every lazy image in view.
  await resize(await evaluate("document.documentElement.scrollHeight"));
  await evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => {})))");
  const { data } = await tab.send("Page.captureScreenshot", { format: "png" });
  return {
    picture: Buffer.from(data, "base64"),
    complaints,
    evaluate,
    type: (text) => tab.send("Input.insertText", { text }),
    press: async (key) => {
      const event = { key, code: key, ...keys[key] };
      await tab.send("Input.dispatchKeyEvent", { ...event, type: "keyDown" });
      await tab.send("Input.dispatchKeyEvent", { ...event, type: "keyUp" });
    },
    leaving: async (action) => {
      const arrived = tab.next("Page.loadEventFired");
      await action();
      await arrived;
    },
  };
};

const keys = {
  Tab: { windowsVirtualKeyCode: 9 },
  Enter: { windowsVirtualKeyCode: 13, text: "\r" },
} as const;

const complaintIn = ({ method, params }: DevtoolsEvent): string[] => {
  switch (method) {
    case "Log.entryAdded": {
      const { level, text, url = "" } = params.entry as { level: string; text: string; url?: string };
      return level === "error" || level === "warning" ? [`${text} ${url}`] : [];
    }
    case "Runtime.exceptionThrown":
    case "Runtime.consoleAPICalled":
    case "Network.loadingFailed":
      return [`${method}: ${JSON.stringify(params)}`];
    default:
      return [];
  }
};
