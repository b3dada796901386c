import type { Node, Schema } from "prosemirror-model";
import {
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  TextSelection,
} from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { make } from "../../../make.ts";
import { insertBlock, toggleHeading, toggleList, toggleQuote } from "./commands.ts";
import { type IconName, icon } from "./icons.ts";

/** A line of the list of blocks. */
export interface MenuItem {
  readonly label: string;
  /** Other words by which it is found, such as those of Markdown. */
  readonly words: string;
  readonly icon: IconName;
  readonly run: (view: EditorView) => void;
}

/** Runs a command as a line of the list. */
const byCommand =
  (command: Command): MenuItem["run"] =>
  (view) => {
    command(view.state, view.dispatch, view);
  };

/** Puts a new block into the text. */
export const byBlock =
  (node: () => Node): MenuItem["run"] =>
  (view) =>
    view.dispatch(insertBlock(view.state.tr, node()));

interface Open {
  /** Where the `/` stands. */
  readonly at: number;
  readonly query: string;
  readonly chosen: number;
}

const key = new PluginKey<Open | null>("blocks");

export const isBlockMenuOpen = (state: EditorState): boolean => key.getState(state) != null;

/** What the list is told by transactions. */
type Change = { readonly open: number } | { readonly close: true } | { readonly choose: number };

/** Opens the list in an empty line: that of the cursor, or one after it. */
export const openBlockMenu: Command = (state, dispatch) => {
  const { $from, to } = state.selection;
  if (!dispatch) return true;
  const tr = state.tr;
  if ($from.depth !== 1 || $from.parent.type.name !== "paragraph" || $from.parent.content.size > 0) {
    const after = $from.depth > 0 ? $from.after(1) : to;
    const next = state.doc.resolve(after).nodeAfter;
    if (next?.type.name !== "paragraph" || next.content.size > 0)
      tr.insert(after, state.schema.nodes.paragraph!.create());
    tr.setSelection(TextSelection.create(tr.doc, after + 1));
  }
  tr.insertText("/");
  dispatch(tr.setMeta(key, { open: tr.selection.from - 1 } satisfies Change).scrollIntoView());
  return true;
};

const textBefore = ($from: EditorState["selection"]["$from"]): string =>
  $from.parent.textBetween(0, $from.parentOffset, "\n", "\uFFFC");

const folded = (text: string): string => text.toLocaleLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

const found = (items: readonly MenuItem[], query: string): readonly MenuItem[] => {
  const wanted = folded(query);
  const begins = items.filter(({ label }) => folded(label).startsWith(wanted));
  const others = items.filter(
    (item) => !begins.includes(item) && folded(`${item.label} ${item.words}`).includes(wanted),
  );
  return [...begins, ...others];
};

/** What the list shows for the state; closed where the `/` is gone, the selection elsewhere, or nothing fits. */
const following = (state: EditorState, open: Open, items: readonly MenuItem[]): Open | null => {
  const { selection, doc } = state;
  const { $from, empty } = selection;
  if (
    !empty ||
    open.at >= $from.pos ||
    open.at < $from.start() ||
    doc.textBetween(open.at, open.at + 1) !== "/"
  )
    return null;
  const query = doc.textBetween(open.at + 1, $from.pos, "\n", "\n");
  if (query.length > 30 || query.includes("\n") || (/\s/.test(query) && found(items, query).length === 0))
    return null;
  return { at: open.at, query, chosen: query === open.query ? open.chosen : 0 };
};

let menus = 0;

/** The list of blocks, which `/` opens at the beginning of a line or after a blank. */
export const blockMenu = (
  items: readonly MenuItem[],
  words: { readonly blocks: string; readonly noBlock: string },
): Plugin => {
  const id = `blocks-${++menus}`;
  const take = (view: EditorView, index: number) => {
    const open = key.getState(view.state);
    const item = open && found(items, open.query)[index];
    if (!open || !item) return;
    view.dispatch(
      view.state.tr.delete(open.at, view.state.selection.from).setMeta(key, { close: true } satisfies Change),
    );
    view.focus();
    item.run(view);
  };
  const onKey = (view: EditorView, event: KeyboardEvent): boolean => {
    const open = key.getState(view.state);
    if (!open || event.isComposing) return false;
    const count = found(items, open.query).length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const dispatch = (change: Change) => view.dispatch(view.state.tr.setMeta(key, change));
    if (event.key === "Escape") dispatch({ close: true });
    else if (count === 0) return false;
    else if (step !== undefined && !event.altKey) dispatch({ choose: (open.chosen + step + count) % count });
    else if (event.key === "Enter" || event.key === "Tab") take(view, open.chosen);
    else return false;
    return true;
  };
  return new Plugin<Open | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, open, _, state) => {
        const change = tr.getMeta(key) as Change | undefined;
        if (change && "close" in change) return null;
        if (change && "open" in change)
          return following(state, { at: change.open, query: "", chosen: 0 }, items);
        if (!open) return null;
        if (change) return { ...open, chosen: change.choose };
        return tr.docChanged || tr.selectionSet
          ? following(state, { ...open, at: tr.mapping.map(open.at, -1) }, items)
          : open;
      },
    },
    props: {
      handleTextInput: (view, from, to, text) => {
        const { selection } = view.state;
        const { $from } = selection;
        // Where a block is selected, the next one comes after it.
        if (text === "/" && selection instanceof NodeSelection && selection.node.isBlock)
          return openBlockMenu(view.state, view.dispatch);
        if (
          text !== "/" ||
          from !== to ||
          $from.parent.type.spec.code ||
          !/(?:^|\s)$/.test(textBefore($from))
        )
          return false;
        view.dispatch(
          view.state.tr
            .insertText("/")
            .setMeta(key, { open: from } satisfies Change)
            .scrollIntoView(),
        );
        return true;
      },
      handleKeyDown: onKey,
      handleDOMEvents: {
        blur: (view) => {
          if (key.getState(view.state))
            view.dispatch(view.state.tr.setMeta(key, { close: true } satisfies Change));
          return false;
        },
      },
      attributes: (state) => {
        const open = key.getState(state);
        const attributes: Record<string, string> = {
          "aria-haspopup": "listbox",
          "aria-autocomplete": "list",
        };
        return open
          ? { ...attributes, "aria-controls": id, "aria-activedescendant": `${id}-${open.chosen}` }
          : attributes;
      },
    },
    view: (view) => {
      const list = make("div", {
        class: "te-block-menu",
        role: "listbox",
        id,
        "aria-label": words.blocks,
        tabindex: "0",
      });
      list.hidden = true;
      list.addEventListener("pointerdown", (event) => event.preventDefault());
      list.addEventListener("mousedown", (event) => event.preventDefault());
      view.dom.parentElement?.append(list);
      return {
        update: (_, before) => {
          const open = key.getState(view.state) ?? null;
          if (open === key.getState(before)) return;
          list.hidden = open === null;
          if (open)
            draw(view, list, open, found(items, open.query), words.noBlock, (index) => take(view, index));
        },
        destroy: () => list.remove(),
      };
    },
  });
};

const draw = (
  view: EditorView,
  list: HTMLElement,
  { at, chosen }: Open,
  shown: readonly MenuItem[],
  nothing: string,
  take: (index: number) => void,
): void => {
  const options = shown.map((item, index) => {
    const option = make(
      "div",
      {
        role: "option",
        id: `${list.id}-${index}`,
        class: "te-option",
        "aria-selected": String(index === chosen),
      },
      icon(item.icon),
      item.label,
    );
    option.addEventListener("click", () => take(index));
    return option;
  });
  list.replaceChildren(...(options.length > 0 ? options : [make("p", { class: "te-note" }, nothing)]));
  const { left, right, top, bottom } = view.coordsAtPos(at);
  const box = list.parentElement!.getBoundingClientRect();
  const rtl = getComputedStyle(view.dom).direction === "rtl";
  const wanted = rtl ? right - list.offsetWidth : left;
  const across = Math.min(Math.max(wanted, 8), innerWidth - list.offsetWidth - 8) - box.left;
  const fits = bottom + list.offsetHeight + 16 < innerHeight || top < list.offsetHeight;
  const down = fits ? bottom + 6 - box.top : top - list.offsetHeight - 6 - box.top;
  Object.assign(list.style, { left: `${across}px`, top: `${down}px` });
  options[chosen]?.scrollIntoView({ block: "nearest" });
};

/** The lines for what rich text itself has. */
export const richItems = (
  { nodes }: Schema,
  headings: readonly { readonly level: number; readonly label: string }[],
  words: Readonly<Record<"bulletList" | "orderedList" | "quote" | "rule", string>>,
): readonly MenuItem[] => {
  const { bullet_list, ordered_list, quote, rule } = nodes;
  return [
    ...headings.map(
      ({ level, label }): MenuItem => ({
        ...{ label, words: `h${level} ${"#".repeat(level)}`, icon: "paragraph" },
        run: byCommand(toggleHeading(level)),
      }),
    ),
    ...(bullet_list
      ? [
          {
            label: words.bulletList,
            words: "ul - bullets",
            icon: "bulletList",
            run: byCommand(toggleList(bullet_list)),
          } as const,
        ]
      : []),
    ...(ordered_list
      ? [
          {
            label: words.orderedList,
            words: "ol 1. numbers",
            icon: "orderedList",
            run: byCommand(toggleList(ordered_list)),
          } as const,
        ]
      : []),
    ...(quote
      ? [{ label: words.quote, words: "> blockquote", icon: "quote", run: byCommand(toggleQuote) } as const]
      : []),
    ...(rule
      ? [{ label: words.rule, words: "hr ---", icon: "rule", run: byBlock(() => rule.create()) } as const]
      : []),
  ];
};
