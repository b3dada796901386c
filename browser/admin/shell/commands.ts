import { computed, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** Something that can be done where one is: by the palette, and by its keys if it has some. */
export interface Command {
  readonly label: string;
  /** Such as `Mod+S` (Control, on Macs Command) or `?`, as `KeyboardEvent.key` has it. */
  readonly keys?: string;
  readonly run: () => void;
}

const offered = signal<ReadonlyMap<symbol, readonly Command[]>>(new Map());

/** All commands of what is shown now, the latest screen's first. */
export const commands = computed(() => [...offered.value.values()].reverse().flat());

/** Offers commands as long as a part of the screen is shown. */
export const useCommands = (list: readonly Command[]): void => {
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    const key = Symbol();
    // By its label: a list that has just been drawn anew may have others in its places.
    const lasting = list.map(({ run: _, ...command }) => ({
      ...command,
      run: () => latest.current.find(({ label }) => label === command.label)?.run(),
    }));
    offered.value = new Map(offered.value).set(key, lasting);
    return () => {
      const rest = new Map(offered.value);
      rest.delete(key);
      offered.value = rest;
    };
  }, [list.map(({ label }) => label).join("\n")]);
};

/** Where this browser remembers that keys of one character are off (they are in the way of speech input). */
const singleKeysName = "lectern single keys";

export const singleKeys = signal(localStorage.getItem(singleKeysName) !== "off");

export const setSingleKeys = (areOn: boolean): void => {
  singleKeys.value = areOn;
  if (areOn) localStorage.removeItem(singleKeysName);
  else localStorage.setItem(singleKeysName, "off");
};

/** Also the buttons of blocks: a key that is meant for what stands beside them would leave the page. */
const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, .text-editor") !== null;

addEventListener("keydown", (event) => {
  // The text takes every Enter for itself, whether it does something with it or not.
  const isTaken = event.defaultPrevented && event.key !== "Enter";
  if (isTaken || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
  const isMod = event.metaKey || event.ctrlKey;
  if (!isMod && (isTypedInto(event.target) || !singleKeys.value)) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const pressed = `${isMod ? "Mod+" : ""}${event.shiftKey && key.length > 1 ? "Shift+" : ""}${key}`;
  const command = commands.value.find(({ keys }) => keys === pressed);
  if (!command) return;
  event.preventDefault();
  command.run();
});

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys as the keyboard names them. */
export const shownKeys = (keys: string): string =>
  isMac
    ? keys.replace("Mod+", "⌘").replace("Shift+", "⇧").replace("Alt+", "⌥")
    : keys.replace("Mod+", "Ctrl+");
