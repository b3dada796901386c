import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readPost } from "#lib/routes/editor-posts.ts";
import { numbersFrom } from "#test/admin/model.ts";
import { call } from "#test/support/call.ts";
import { createDraft, useWorld } from "#test/support/world.ts";
import { saveAs } from "./admin-writing.ts";
import { useServedSite } from "./served-site.ts";
import {
  chooseAll,
  type Device,
  lookAgain,
  newDevice,
  stateOfTab,
  wherever,
  wordsOfText,
  writeWord,
} from "./writing-devices.ts";

const world = useWorld();
const site = useServedSite();

const histories = Number(process.env.HISTORIES ?? 20);

/** Two browsers of one person, kept for many histories: a new one would load everything anew. */
let devices: readonly Device[] = [];

/** The browser becomes slower with all that was opened in a profile. */
const historiesOfDevices = 50;

/** What was done in this history, and what was written to the service meanwhile. */
let log: string[] = [];

const takeNewDevices = async () => {
  await Promise.all(devices.map(({ context }) => context.close()));
  devices = await Promise.all(
    [0, 1].map((index) => newDevice(site, (what) => log.push(`  device ${index} ${what}`))),
  );
};

const latestOf = async (id: number): Promise<string> => {
  const { body } = await call(readPost, { as: "ada", params: { id } });
  return JSON.stringify([body.overview, body.detail]);
};

/** A word that somebody has typed. */
interface Typed {
  readonly device: Device;
  readonly tab: Page;
  /** Of the device's clock. */
  readonly at: number;
}

/** What is done next, drawn before anything is done, so that it is the same in each run. */
const scriptOf = (seed: number) => {
  const numbers = numbersFrom(seed);
  return Array.from({ length: 8 + numbers.below(14) }, () => ({
    device: numbers.below(2),
    act: numbers.below(16),
    tab: numbers.below(2),
    where: numbers.one(["behind", "below", "above"] as const),
    network: numbers.one(["fair", "lost", "slow"] as const),
    pass: numbers.one([0, 50, 300, 1_100, 4_000]),
  }));
};

type Step = ReturnType<typeof scriptOf>[number];

const play = async (seed: number) => {
  const { id } = await createDraft(world.notes, {
    title: `History ${seed}`,
    detail: [{ type: "paragraph", value: "<p>w0</p><p>w1</p>" }],
  });
  const typed = new Map<string, Typed>();
  const mustStay = new Set(["w0", "w1"]);
  log = [];
  let words = 2;
  const latest = () => latestOf(id);
  const isSafe = async (word: string) => wordsOfText(await wherever(devices, id, latest)).includes(word);
  /** What stood there for a second is somewhere; what stood there for less may go. */
  const leave = async (device: Device, tab?: Page) => {
    for (const [word, { at, ...where }] of typed) {
      if (where.device !== device || (tab && where.tab !== tab)) continue;
      if (device.now() - at >= 1_000) await device.until(`${word} in a store`, () => isSafe(word));
      else typed.delete(word);
    }
  };
  const clear = async (device: Device, tab: Page): Promise<boolean> => {
    let { dialog } = await stateOfTab(tab);
    while (dialog === "choice") {
      // What writes a third version may not be loaded yet.
      if (!device.isOnline()) return false;
      await chooseAll(device, tab);
      ({ dialog } = await stateOfTab(tab));
    }
    if (dialog === "sign in" && device.isSignedIn()) await lookAgain(tab);
    return dialog !== "sign in";
  };
  const act = async (device: Device, { act, tab: which, where, network }: Step) => {
    const { tabs } = device;
    const tab = tabs[which % Math.max(1, tabs.length)];
    const say = (what: string) =>
      log.push(`device ${devices.indexOf(device)}, tab ${tab ? tabs.indexOf(tab) : "-"}: ${what}`);
    const mayOpen = device.isOnline() && device.isSignedIn();
    if (!tab || (act === 0 && tabs.length < 2)) {
      if (!mayOpen) return;
      device.setNetwork("fair");
      say("open");
      await device.open(id);
    } else if (act <= 6) {
      if (!(await clear(device, tab))) return;
      const word = `w${words++}`;
      say(`type ${word}`);
      await writeWord(tab, word, where);
      // A dialog that came meanwhile has taken the keys.
      const { dialog, words: shown } = await stateOfTab(tab);
      if (dialog === "" || shown.includes(word)) typed.set(word, { device, tab, at: device.now() });
    } else if (act === 7) {
      say("crash");
      // Its neighbours may be in the same process, and end with it.
      await leave(device);
      await device.crash(tab);
    } else if (act === 8) {
      say("close");
      await leave(device, tab);
      tabs.splice(tabs.indexOf(tab), 1);
      await tab.close();
    } else if (act === 9) {
      say(device.isOnline() ? "offline" : "online");
      await device.setOnline(!device.isOnline());
    } else if (act === 10) {
      say(device.isSignedIn() ? "signed out" : "signed in");
      await device.setSignedIn(!device.isSignedIn());
    } else if (act === 11) {
      say(network);
      device.setNetwork(network);
    } else if (act <= 13) {
      if (!(await clear(device, tab))) return;
      say("save");
      await tab.keyboard.press("Control+S");
    } else if (act === 14) {
      const word = `w${words++}`;
      say(`api ${word}`);
      await saveAs("cy", id, ({ detail }) => ({
        detail: [...detail, { type: "paragraph", value: `<p>${word}</p>` }],
      }));
      mustStay.add(word);
    }
  };
  /** Waits until nothing of a tab is on its way. */
  const finish = (device: Device, tab: Page) =>
    device.until("rest", async () => {
      await clear(device, tab);
      const { place, dialog } = await stateOfTab(tab);
      return dialog === "" && (place === "saved" || place === "kept");
    });
  for (const step of scriptOf(seed)) {
    const device = devices[step.device]!;
    await act(device, step);
    await device.pass(step.pass);
  }
  // Everything is well again; whoever has something open, finishes it, and everything is opened once more.
  for (const device of devices) {
    device.setNetwork("fair");
    if (!device.isOnline()) await device.setOnline(true);
    if (!device.isSignedIn()) await device.setSignedIn(true);
  }
  for (const device of devices)
    for (const tab of [...device.tabs]) {
      await finish(device, tab);
    }
  for (const device of devices)
    for (const tab of device.tabs.splice(0)) {
      await tab.close();
    }
  for (const [index, device] of devices.entries()) {
    if (index > 0 && (await device.stored(id)) === "[]") continue;
    const tab = await device.open(id);
    await finish(device, tab);
    await device.until("everything saved", async () => {
      if (!(await clear(device, tab))) return false;
      if ((await stateOfTab(tab)).place === "saved") return true;
      await tab.keyboard.press("Control+S");
      return false;
    });
    device.tabs.splice(0);
    await tab.close();
  }
  const text = await latest();
  const found = wordsOfText(text);
  const said = `seed ${seed}\n${log.join("\n")}\n${text}`;
  expect(
    [...typed.keys(), ...mustStay].filter((word) => !found.includes(word)),
    `lost: ${said}`,
  ).toEqual([]);
  expect(
    found.filter((word, index) => found.indexOf(word) !== index),
    `twice: ${said}`,
  ).toEqual([]);
};

test(`in ${histories} histories, each word that stood in a browser for a second is found again, once`, {
  timeout: 120_000 + histories * 30_000,
}, async () => {
  const first = Number(process.env.SEED ?? 1);
  for (let seed = first; seed <= histories; seed++) {
    if ((seed - first) % historiesOfDevices === 0) await takeNewDevices();
    await play(seed);
  }
});
