import type { BrowserContext, Page, Route } from "playwright-core";
import { entriesInStore, signInAs, storedCopy } from "./admin-writing.ts";
import type { ServedSite } from "./served-site.ts";

/** How requests of a browser fare: answered, arriving without an answer, or waiting until they are let go. */
export type Network = "fair" | "lost" | "slow";

/** What stands in a tab. */
export interface TabState {
  readonly words: string;
  /** The class of the line that says where the words are, such as `kept`. */
  readonly place: string;
  /** A modal dialog stands over the text. */
  readonly dialog: "choice" | "sign in" | "";
}

/** A browser of a person; time passes in it when it is told to, and only then. */
export interface Device {
  readonly context: BrowserContext;
  readonly tabs: Page[];
  readonly now: () => number;
  readonly isOnline: () => boolean;
  readonly isSignedIn: () => boolean;
  readonly setOnline: (online: boolean) => Promise<void>;
  readonly setSignedIn: (signedIn: boolean) => Promise<void>;
  readonly setNetwork: (network: Network) => void;
  readonly pass: (ms: number) => Promise<void>;
  /** Lets time pass until something is so; throws if it does not come. */
  readonly until: (what: string, isSo: () => Promise<boolean>) => Promise<void>;
  /** What the browser's store has of a page, as JSON. */
  readonly stored: (id: number) => Promise<string>;
  /** Opens a page; undefined if a dialog or an error stands there. */
  readonly open: (id: number) => Promise<Page>;
  /** The tab is gone from one moment to the next. */
  readonly crash: (tab: Page) => Promise<void>;
}

/** The time that waits let pass, step by step: at first little, then more, for retries that come late. */
const steps = [20, 50, 100, 250, 500, 1_000, 2_000, 5_000];

/** How long a wait may take by the clock on the wall: a busy machine answers late. */
const longestWaitMs = 120_000;

export const newDevice = async (site: ServedSite, tell: (what: string) => void): Promise<Device> => {
  const context = await site.newProfile();
  await context.clock.install({ time: "2026-11-29T09:00:00" });
  await context.clock.pauseAt("2026-11-29T09:00:01");
  await signInAs(context, site, "ada");
  const cookies = await context.cookies();
  // Reads the store while no editor is open.
  context.on("response", (response) => {
    const request = response.request();
    if (request.method() === "PUT" || request.method() === "PATCH")
      tell(
        `${request.method()} ${request.url().split("/").slice(-3).join("/")} ${request.postData()} ${response.status()}`,
      );
  });
  const reader = await context.newPage();
  await reader.goto("/robots.txt");
  const tabs: Page[] = [];
  let [now, isOnline, isSignedIn]: [number, boolean, boolean] = [0, true, true];
  let network: Network = "fair";
  let letGo: (() => void)[] = [];
  await context.route("**/api/editor/**", async (route: Route) => {
    if (network === "slow") await new Promise<void>((resolve) => letGo.push(resolve));
    try {
      if (network === "lost") {
        await route.fetch();
        await route.abort();
      } else await route.continue();
    } catch {
      // The tab has ended.
    }
  });
  const setNetwork = (next: Network) => {
    network = next;
    if (next === "slow") return;
    for (const go of letGo) go();
    letGo = [];
  };
  const pass = async (ms: number) => {
    now += ms;
    await context.clock.runFor(ms);
  };
  const until: Device["until"] = async (what, isSo) => {
    const end = performance.now() + longestWaitMs;
    for (let step = 0; performance.now() < end; step++) {
      if (await isSo()) return;
      await pass(steps[Math.min(step, steps.length - 1)]!);
      // The service answers in its own time.
      if (step >= steps.length) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const states = await Promise.all(tabs.map(stateOfTab));
    throw new Error(`It never came: ${what}. ${JSON.stringify(states)}`);
  };
  const forget = (tab: Page) => {
    if (tabs.includes(tab)) tabs.splice(tabs.indexOf(tab), 1);
  };
  return {
    ...{ context, tabs, pass, until, setNetwork },
    now: () => now,
    isOnline: () => isOnline,
    isSignedIn: () => isSignedIn,
    setOnline: async (online) => {
      isOnline = online;
      await context.setOffline(!online);
    },
    setSignedIn: async (signedIn) => {
      isSignedIn = signedIn;
      if (!signedIn) return context.clearCookies();
      await context.addCookies(cookies);
      for (const tab of tabs) await lookAgain(tab);
    },
    stored: async (id) => {
      const all = Object.values(await entriesInStore(reader)).flatMap(
        (entries) => JSON.parse(entries) as readonly { readonly page: string }[],
      );
      return JSON.stringify(all.filter(({ page }) => page === String(id)));
    },
    open: async (id) => {
      const tab = await context.newPage();
      tabs.push(tab);
      tab.on("crash", () => forget(tab));
      await tab.goto(`/cms/pages/${id}/edit/`, { waitUntil: "commit" });
      await until("the editor", () => tab.evaluate(() => document.querySelector(".ProseMirror") !== null));
      return tab;
    },
    crash: async (tab) => {
      const devTools = await context.newCDPSession(tab);
      const crashed = tab.waitForEvent("crash");
      devTools.send("Page.crash").catch(() => {});
      await crashed;
      forget(tab);
      await tab.close();
    },
  };
};

/** The person comes back to the tab, after having signed in elsewhere. */
export const lookAgain = (tab: Page): Promise<unknown> =>
  tab.evaluate(() => dispatchEvent(new Event("focus")));

export const stateOfTab = (tab: Page): Promise<TabState> =>
  tab.evaluate(() => {
    const dialog = document.querySelector("dialog[open]");
    const names = [...(document.querySelector(".kept")?.classList ?? [])];
    return {
      words: document.querySelector(".ProseMirror")?.textContent ?? "",
      place: names.filter((name) => name !== "kept").join() || "kept",
      dialog: dialog ? (dialog.classList.contains("choices") ? "choice" : "sign in") : "",
    } as const;
  });

/** Types a word as people do: behind the text, in a new paragraph, or at the beginning. */
export const writeWord = async (tab: Page, word: string, where: "behind" | "below" | "above") => {
  await tab.locator(".ProseMirror").focus();
  await tab.keyboard.press(where === "above" ? "Control+Home" : "Control+End");
  if (where === "below") await tab.keyboard.press("Enter");
  await tab.keyboard.insertText(where === "above" ? `${word} ` : ` ${word}`);
};

const wordPattern = /\bw\d+\b/g;

export const wordsOfText = (text: string): readonly string[] => text.match(wordPattern) ?? [];

/** Writes a third version of each place with the words of both, each once. */
export const chooseAll = async (device: Device, tab: Page): Promise<void> => {
  const seen = new Set<string>();
  const places = tab.locator("dialog.choices fieldset");
  for (let index = 0; index < (await places.count()); index++) {
    const place = places.nth(index);
    const versions = await place.locator("label.version p").allTextContents();
    const words = wordsOfText(versions.join(" ")).filter((word) => !seen.has(word) && seen.add(word));
    await place.locator(".third input[type=radio]").check();
    const box = place.locator(".third [role=textbox]");
    await device.until("the third version", async () => (await box.count()) > 0);
    await box.focus();
    await tab.keyboard.press("Control+A");
    await tab.keyboard.insertText(words.join(" "));
  }
  await tab.locator("dialog.choices footer button").click();
  // Another question may follow, with nothing chosen.
  const chosen = tab.locator("dialog.choices .third input[type=radio]:checked");
  await device.until("the end of the question", async () => (await chosen.count()) === 0);
};

/** What the browser's store, the working copy and the latest revision have of a page. */
export const wherever = async (devices: readonly Device[], id: number, latest: () => Promise<string>) =>
  [
    ...(await Promise.all(devices.map(({ stored }) => stored(id)))),
    await storedCopy(id),
    await latest(),
  ].join(" ");
