import type { Command, EditorState } from "prosemirror-state";
import { NodeSelection, Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { make } from "../../../make.ts";
import { inText } from "./commands.ts";
import { headingSign, icon } from "./icons.ts";
import { ariaKeys, shownKeys, type Tool } from "./tools.ts";
import type { EditorWords } from "./words.ts";

/**
 * The toolbar: above selected text, or, where fingers point, at the bottom of the window while one writes.
 * `Alt+F10` goes to it, arrows go along it, and Escape goes back to the text.
 */
export const toolbar = (
  groups: readonly (readonly Tool[])[],
  dockedOnly: readonly Tool[],
  words: EditorWords,
): Plugin =>
  new Plugin({
    view: (view) => {
      const bar = new Toolbar(view, groups, dockedOnly, words);
      return { update: (_, before) => bar.update(before), destroy: () => bar.stop() };
    },
  });

interface Drawn {
  readonly tool: Tool;
  readonly button: HTMLButtonElement;
}

class Toolbar {
  readonly #view: EditorView;
  readonly #dom: HTMLElement;
  readonly #tools: readonly Drawn[];
  readonly #stop = new AbortController();
  readonly #coarse = matchMedia("(pointer: coarse)");
  #pressing = false;

  constructor(
    view: EditorView,
    groups: readonly (readonly Tool[])[],
    dockedOnly: readonly Tool[],
    words: EditorWords,
  ) {
    this.#view = view;
    this.#dom = make("div", { class: "te-toolbar", role: "toolbar", "aria-label": words.formatting });
    this.#tools = [...groups, dockedOnly].flatMap((group, index) => {
      const box = make("div", { class: index === groups.length ? "te-tools te-docked-only" : "te-tools" });
      this.#dom.append(box);
      return group.map((tool) => {
        const button = this.#button(tool);
        box.append(button);
        return { tool, button };
      });
    });
    this.#dom.hidden = true;
    view.dom.parentElement?.append(this.#dom);
    this.#listen();
  }

  stop(): void {
    this.#stop.abort();
    this.#dom.remove();
  }

  update(before: EditorState): void {
    const { state } = this.#view;
    if (before === state) return;
    this.#draw();
  }

  #button(tool: Tool): HTMLButtonElement {
    const keys = tool.keys && ` (${shownKeys(tool.keys)})`;
    const button = make(
      "button",
      {
        ...{ type: "button", class: "te-tool", tabindex: "-1", "aria-label": tool.label },
        ...{ title: `${tool.label}${keys ?? ""}`, "aria-keyshortcuts": tool.keys && ariaKeys(tool.keys) },
      },
      typeof tool.sign === "number" ? headingSign(tool.sign) : icon(tool.sign),
    );
    if (tool.isOn) button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => this.#run(tool.run, button));
    return button;
  }

  #run(command: Command, button: HTMLElement): void {
    const byKeys = document.activeElement === button;
    command(this.#view.state, this.#view.dispatch, this.#view);
    if (!byKeys || !button.isConnected || this.#dom.hidden) {
      if (!this.#dom.parentElement?.querySelector(".te-link-box:not([hidden])")) this.#view.focus();
    }
  }

  #listen(): void {
    const { signal } = this.#stop;
    const { dom } = this.#view;
    // The text keeps the focus, and the keyboard of a phone stays.
    this.#dom.addEventListener("pointerdown", (event) => event.preventDefault());
    this.#dom.addEventListener("mousedown", (event) => event.preventDefault());
    this.#dom.addEventListener("keydown", (event) => this.#onKey(event));
    this.#dom.addEventListener("focusout", () => this.#drawSoon());
    dom.addEventListener("focus", () => this.#draw(), { signal });
    dom.addEventListener("blur", () => this.#drawSoon(), { signal });
    dom.addEventListener("keydown", (event) => this.#enter(event), { signal });
    // While one selects by hand, it would stand in the way.
    dom.addEventListener("pointerdown", () => this.#press(true), { signal });
    addEventListener("pointerup", () => this.#press(false), { signal });
    addEventListener("pointercancel", () => this.#press(false), { signal });
    this.#coarse.addEventListener("change", () => this.#draw(), { signal });
    const viewport = window.visualViewport;
    viewport?.addEventListener("resize", () => this.#draw(), { signal });
    viewport?.addEventListener("scroll", () => this.#draw(), { signal });
  }

  #press(pressing: boolean): void {
    if (this.#pressing === pressing) return;
    this.#pressing = pressing;
    this.#drawSoon();
  }

  #drawSoon(): void {
    setTimeout(() => this.#draw());
  }

  #enter(event: KeyboardEvent): void {
    if (event.key !== "F10" || !event.altKey) return;
    event.preventDefault();
    this.#draw(true);
    this.#tools.find(({ button }) => !button.disabled)?.button.focus();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      this.#view.focus();
      return;
    }
    const usable = this.#tools.filter(({ button }) => !button.disabled && button.offsetParent !== null);
    const at = usable.findIndex(({ button }) => button === document.activeElement);
    const rtl = getComputedStyle(this.#dom).direction === "rtl";
    const step = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[event.key];
    const next =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? usable.length - 1
          : step === undefined
            ? undefined
            : at + step;
    if (next === undefined) return;
    event.preventDefault();
    usable[(next + usable.length) % usable.length]?.button.focus();
  }

  #draw(forKeys = false): void {
    if (this.#view.isDestroyed) return;
    const { state } = this.#view;
    const selection = inText(state.selection);
    const docked = this.#coarse.matches;
    const inBar = this.#dom.contains(document.activeElement);
    const focused = this.#view.hasFocus() || inBar;
    const ofText = !(selection instanceof NodeSelection) && selection.$from.parent.inlineContent;
    const inCode = selection.$from.parent.type.spec.code === true;
    const shown =
      focused && (docked || forKeys || inBar || (!selection.empty && ofText && !inCode && !this.#pressing));
    this.#dom.hidden = !shown;
    if (!shown) return;
    this.#dom.classList.toggle("te-docked", docked);
    for (const { tool, button } of this.#tools) {
      button.disabled = !tool.run(state);
      if (tool.isOn) button.setAttribute("aria-pressed", String(tool.isOn(state)));
    }
    if (docked) this.#dock();
    else this.#float();
  }

  /** Above the keyboard of a phone. */
  #dock(): void {
    const viewport = window.visualViewport;
    const below = viewport ? Math.max(0, innerHeight - viewport.height - viewport.offsetTop) : 0;
    Object.assign(this.#dom.style, { left: "", top: "", bottom: `${below}px` });
  }

  #float(): void {
    const parent = this.#dom.parentElement;
    if (!parent) return;
    const { from, to } = inText(this.#view.state.selection);
    const start = this.#view.coordsAtPos(from, 1);
    const end = this.#view.coordsAtPos(to, -1);
    const box = parent.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.#dom;
    const middle = Math.abs(start.top - end.top) < 4 ? (start.left + end.right) / 2 : start.left + width / 3;
    const left = Math.min(Math.max(middle - width / 2, 8), innerWidth - width - 8) - box.left;
    const above = start.top - height - 10;
    const top = (above > 8 ? above : Math.min(end.bottom + 10, innerHeight - height - 8)) - box.top;
    Object.assign(this.#dom.style, { left: `${left}px`, top: `${top}px`, bottom: "" });
  }
}
