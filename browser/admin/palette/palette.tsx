import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { type Command, commands, shownKeys } from "../shell/commands.ts";
import { Dialog } from "../shell/dialog.tsx";
import { go } from "../shell/router.ts";
import { service } from "../shell/service.ts";
import { useSettled } from "../shell/settled.ts";
import { texts } from "../texts/index.ts";
import { paletteTexts as said } from "./texts.ts";

/** A line of the palette. */
interface Choice extends Command {
  /** What it is, said behind its label. */
  readonly about?: string;
}

/** Finds what can be done here, and every page, by a few letters. */
export const Palette = ({ close }: { readonly close: () => void }) => {
  const typed = useSignal("");
  const pages = useSignal<readonly Choice[]>([]);
  const at = useSignal(0);
  const id = useId();
  const search = typed.value.trim();
  useSettled(
    async (isPast) => {
      const found = search === "" ? [] : await findPages(search).catch(() => []);
      if (!isPast()) pages.value = found;
    },
    [search],
  );
  const choices: readonly Choice[] = [
    ...commands.value.filter(({ label }) => matches(label, typed.value)),
    ...pages.value,
  ];
  const chosen = Math.min(at.value, choices.length - 1);
  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    close();
    // The dialog gives the focus back first.
    queueMicrotask(choice.run);
  };
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  return (
    <Dialog title={said.title} className="palette" close={close}>
      <input
        type="text"
        role="combobox"
        autofocus
        autocomplete="off"
        aria-label={said.label}
        placeholder={said.label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (step !== undefined) at.value = (chosen + step + choices.length) % (choices.length || 1);
          else if (event.key === "Enter") run(choices[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <div id={`${id}-list`} role="listbox" aria-label={said.title}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above takes the keys.
          <div
            key={`${choice.label} ${choice.about ?? ""} ${index}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={(line) => {
              if (index === chosen) line?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => run(choice)}
          >
            <span>{choice.label}</span>
            {choice.about && <small>{choice.about}</small>}
            {choice.keys && <kbd>{shownKeys(choice.keys)}</kbd>}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p class="waiting">{said.nothing}</p>}
    </Dialog>
  );
};

/** True if every word that was typed begins a word of the label. */
const matches = (label: string, typed: string): boolean => {
  const words = label.toLocaleLowerCase().split(/[^\p{L}\p{N}]+/u);
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((start) => start === "" || words.some((word) => word.startsWith(start)));
};

const findPages = async (search: string): Promise<readonly Choice[]> => {
  const { results } = await service.request("get", "/api/editor/pages/", {
    query: { q: search, page: "1", pageSize: 8 },
  });
  return results.map((page) => ({
    label: page.title || texts.pages.untitled,
    about: said.kinds[page.type] ?? "",
    run: () => void go(addressOfPage(page)),
  }));
};

const addressOfPage = ({ id }: EditablePage): string => `/pages/${id}/edit/`;
