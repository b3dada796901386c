import type { CDPSession, Page } from "playwright-core";

/** What a person without a mouse meets: the control that has the focus, and what is wrong with it. */
export interface MetControl {
  /** Its number in the page, by which it is known again. */
  readonly number: number;
  readonly tag: string;
  readonly role: string;
  readonly name: string;
  /** Where it stands in the page, or in the window if it is part of what stays there. */
  readonly box: {
    readonly top: number;
    readonly bottom: number;
    readonly left: number;
    readonly right: number;
  };
  /** The number of the part that stays in the window; -1 if it moves with the page. */
  readonly part: number;
  /** Such as "has no ring". */
  readonly faults: readonly string[];
}

type LookedAt = Omit<MetControl, "role" | "name">;

declare global {
  var controls: Map<Element, number>;
}

/** Runs in the page. */
const lookAtFocus = (): LookedAt | null => {
  const { activeElement: focused, body, documentElement: root } = document;
  if (!(focused instanceof HTMLElement) || focused === body || focused === root) return null;
  globalThis.controls ??= new Map();
  const { controls } = globalThis;
  if (!controls.has(focused)) controls.set(focused, controls.size);
  // Inputs for files are a pixel large; what one sees of them is their label.
  const shown = focused.matches(".unseen") ? (focused.closest("label") ?? focused) : focused;
  const faults: string[] = [];
  const box = shown.getClientRects()[0] ?? shown.getBoundingClientRect();
  const seen = {
    top: Math.max(box.top, 0),
    bottom: Math.min(box.bottom, innerHeight),
    left: Math.max(box.left, 0),
    right: Math.min(box.right, innerWidth),
  };
  if (
    seen.bottom - seen.top < Math.min(box.height, 16) - 1 ||
    seen.right - seen.left < Math.min(box.width, 16) - 1
  )
    faults.push("is out of view");
  else {
    const [x, y] = [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2];
    const [first, last] = [Math.min(seen.left + 8, x), Math.max(seen.right - 8, x)];
    const hits = [x, first, last].map((across) => document.elementFromPoint(across, y));
    const isHit = (hit: Element | null) => hit && (shown.contains(hit) || hit.contains(shown));
    if (!hits.some(isHit)) faults.push(`is covered by ${hits[0]?.outerHTML.slice(0, 60)}`);
  }
  let opacity = 1;
  let part = -1;
  let [down, along] = [0, 0];
  for (let each: Element | null = shown; each; each = each.parentElement) {
    const style = getComputedStyle(each);
    opacity *= Number(style.opacity);
    if (part < 0 && each !== shown && each !== root) {
      down += each.scrollTop;
      along += each.scrollLeft;
    }
    if (part < 0 && /fixed|sticky/.test(style.position)) {
      if (!controls.has(each)) controls.set(each, controls.size);
      part = controls.get(each)!;
    }
  }
  if (opacity < 0.5 || !shown.checkVisibility({ visibilityProperty: true })) faults.push("is invisible");
  const isWritten = shown.matches(".ProseMirror, .paper textarea:not(.text-editor *)");
  // Where one writes without a frame, the cursor is what one sees.
  if (isWritten) {
    if (getComputedStyle(shown).caretColor === "rgba(0, 0, 0, 0)") faults.push("has no cursor");
  } else if (!shown.matches("iframe")) {
    // A page in a frame has rings of its own.
    const style = getComputedStyle(shown);
    const width = style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth);
    if (width < 1 || /^rgba\(.*, 0\)$/.test(style.outlineColor)) faults.push("has no ring");
    else {
      const reach = Number.parseFloat(style.outlineOffset) + width;
      const ring = {
        top: box.top - reach,
        bottom: box.bottom + reach,
        left: box.left - reach,
        right: box.right + reach,
      };
      const cuts = new Set<string>();
      const cut = (by: typeof ring) => {
        // What is larger than its window is scrolled.
        const isTall = ring.bottom - ring.top > by.bottom - by.top;
        const isWide = ring.right - ring.left > by.right - by.left;
        if (!isTall && ring.top < by.top - width + 1) cuts.add("top");
        if (!isTall && ring.bottom > by.bottom + width - 1) cuts.add("bottom");
        if (!isWide && ring.left < by.left - width + 1) cuts.add("left");
        if (!isWide && ring.right > by.right + width - 1) cuts.add("right");
        if (isWide) cuts.add("sides");
      };
      for (let each = shown.parentElement; each; each = each.parentElement) {
        const { overflowX, position } = getComputedStyle(each);
        if (overflowX !== "visible" && each !== root && each !== body) {
          const { top, left } = each.getBoundingClientRect();
          const [inTop, inLeft] = [top + each.clientTop, left + each.clientLeft];
          cut({
            top: inTop,
            left: inLeft,
            bottom: inTop + each.clientHeight,
            right: inLeft + each.clientWidth,
          });
        }
        if (position === "fixed") break;
      }
      // Browsers scroll to the line of the cursor.
      if (!shown.matches("textarea")) cut({ top: 0, left: 0, bottom: innerHeight, right: root.clientWidth });
      if (cuts.size > 0) faults.push(`has a ring that is cut off at its ${[...cuts].join(", ")}`);
    }
  }
  if (part < 0) down += scrollY;
  const { top, bottom, left, right } = box;
  const place = { top: top + down, bottom: bottom + down, left: left + along, right: right + along };
  return { number: controls.get(focused)!, tag: shown.outerHTML.slice(0, 90), box: place, part, faults };
};

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** What Chromium tells screen readers of what has the focus. */
const spokenOf = async (page: Page): Promise<{ readonly role: string; readonly name: string }> => {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opened);
  const session = await opened;
  const { result } = await session.send("Runtime.evaluate", { expression: "document.activeElement" });
  if (!result.objectId) return { role: "", name: "" };
  const { nodes } = await session.send("Accessibility.getPartialAXTree", {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  const [node] = nodes;
  return { role: String(node?.role?.value ?? ""), name: String(node?.name?.value ?? "") };
};

/** What has the focus; nothing if the page itself has it. */
export const metControl = async (page: Page): Promise<MetControl | null> => {
  const found = await page.evaluate(lookAtFocus);
  if (!found) return null;
  const spoken = await spokenOf(page);
  return {
    ...found,
    ...spoken,
    faults: [...found.faults, ...(spoken.name.trim() === "" ? ["has no name"] : [])],
  };
};

/** Whether a control stands before another one, in a text that is read from left to right. */
const isBefore = ({ box: one }: MetControl, { box: other }: MetControl): boolean => {
  const isAbove = one.bottom <= other.top + 2 && one.left < other.right;
  const isInLine = one.top < other.bottom - 2 && one.bottom > other.top + 2;
  return isAbove || (isInLine && one.right <= other.left + 2);
};

export interface Walk {
  readonly met: readonly MetControl[];
  /** What is wrong with controls, with their order, and with what was not met. */
  readonly faults: readonly string[];
}

/** Controls that one sees, and that no key has led to. Runs in the page. */
const notMet = (): string[] => {
  const area = document.querySelector("dialog[open]") ?? document.body;
  const { controls = new Map() } = globalThis;
  const usable =
    "a[href], button, input, select, textarea, summary, iframe, audio[controls], video[controls], [contenteditable=true], [tabindex]";
  const names = new Set<string>();
  for (const each of controls.keys())
    if (each instanceof HTMLInputElement && each.type === "radio") names.add(each.name);
  const isMet = (element: Element): boolean => {
    if (controls.has(element)) return true;
    if (element instanceof HTMLInputElement && element.type === "radio") return names.has(element.name);
    // Of a group along which arrows go, one is met.
    return [...controls.keys()].some((each) => {
      const group = element.closest("[role=toolbar], [role=tablist]");
      return group?.contains(each) ?? false;
    });
  };
  const found = [...area.querySelectorAll(usable)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 0 &&
      !element.matches(":disabled, [tabindex='-1'], [type=hidden]") &&
      !element.closest("[inert]") &&
      // Links in a text that is written are opened and changed where the cursor is.
      !element.matches("[contenteditable=true] a:not([contenteditable=false] a)") &&
      !isMet(element),
  );
  const pointed = [...area.querySelectorAll("*")].filter(
    (element) =>
      element.checkVisibility() &&
      getComputedStyle(element).cursor === "pointer" &&
      !element.closest(`${usable}, label, [role=option]`),
  );
  return [...found, ...pointed].map((element) => element.outerHTML.slice(0, 110));
};

/** Goes along all controls with Tab, from the beginning of the page or of the dialog that is open. */
export const walk = async (page: Page, most = 300): Promise<Walk> => {
  const isDialog = await page.evaluate(() => {
    globalThis.controls = new Map();
    if (document.querySelector("dialog[open]")) return true;
    // The next Tab goes on from where this stood.
    const start = document.createElement("span");
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
    scrollTo(0, 0);
    return false;
  });
  const met: MetControl[] = [];
  const faults: string[] = [];
  let outside = 0;
  let last: MetControl | undefined;
  for (let presses = 0; ; presses++) {
    if (presses > most) {
      faults.push(`${most} keys, and no end: ${met.at(-1)?.tag}`);
      break;
    }
    await page.keyboard.press("Tab");
    const control = await settled(page);
    if (!control) {
      // In a dialog one begins in the middle.
      if (++outside > 1 || (met.length > 0 && !isDialog)) break;
      last = undefined;
      continue;
    }
    // Players and frames have several places of their own.
    if (control.number === last?.number) continue;
    if (met.some(({ number }) => number === control.number)) break;
    faults.push(
      ...control.faults.map((fault) => `${control.role} “${control.name}” ${fault}: ${control.tag}`),
    );
    if (last?.part === control.part && !isBefore(last, control) && isBefore(control, last))
      faults.push(`“${last.name}” comes before “${control.name}”, and stands after it`);
    met.push(control);
    last = control;
  }
  const missed = await page.evaluate(notMet);
  return { met, faults: [...faults, ...missed.map((tag) => `no key leads to ${tag}`)] };
};

/** What has the focus, once what appears with it is there; frames of another process take it later. */
const settled = async (page: Page): Promise<MetControl | null> => {
  let control = await metControl(page);
  for (let frames = 0; frames < 20 && control?.faults.length !== 0; frames++) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    control = await metControl(page);
  }
  return control;
};

/** Presses Tab, or Shift+Tab, until something is met; throws with the names that were met on the way. */
export const tabTo = async (
  page: Page,
  name: string | RegExp,
  { back = false, most = 80 } = {},
): Promise<MetControl> => {
  const passed: string[] = [];
  let last: number | undefined;
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
    const control = await settled(page);
    // Players have several places of their own.
    if (!control || control.number === last) continue;
    last = control.number;
    if (control.faults.length > 0)
      throw new Error(`${control.role} “${control.name}” ${control.faults.join(", ")}: ${control.tag}`);
    if (typeof name === "string" ? control.name === name : name.test(control.name)) return control;
    passed.push(control.name);
  }
  throw new Error(`No key leads to ${name}, but to ${passed.join(" | ")}`);
};
