import { useEffect } from "preact/hooks";
import { filled } from "../editor/text/words.ts";
import { commands, setSingleKeys, shownKeys, singleKeys } from "../shell/commands.ts";
import { Dialog } from "../shell/dialog.tsx";
import { needSchema, schema } from "../shell/schema.ts";
import { texts } from "../texts/index.ts";
import { paletteTexts as said } from "./texts.ts";

/** What a site has to have for a key of the text, as `rich_text_features` names it. */
const needs: Readonly<Record<string, string>> = {
  ...{ "Mod+B": "bold", "Mod+I": "italic", "Mod+K": "link", "Mod+E": "code" },
  ...{ "Mod+Shift+7": "ol", "Mod+Shift+8": "ul", "Mod+Shift+9": "blockquote" },
};

/** The keys of the text that do something on this site. */
const textKeys = (): readonly (readonly [keys: string, label: string])[] => {
  const features = schema.value?.rich_text_features ?? [];
  const headings = [1, 2, 3, 4, 5, 6].filter((level) => features.includes(`h${level}`));
  return [
    ...Object.entries(said.textKeys).filter(([keys]) => !needs[keys] || features.includes(needs[keys])),
    ...headings.map((level) => [`Mod+Alt+${level}`, filled(texts.text.heading, { level })] as const),
  ];
};

/** The keys of this screen, and those of the text. */
export const KeysList = ({ close }: { readonly close: () => void }) => {
  useEffect(() => {
    needSchema().catch(() => {});
  }, []);
  return (
    <Dialog title={said.keys} className="keys" close={close}>
      <h3>{said.here}</h3>
      <dl>
        {commands.value.flatMap(({ label, keys }) =>
          keys ? [<Line key={keys} keys={keys} label={label} />] : [],
        )}
      </dl>
      <h3>{said.inText}</h3>
      <dl>
        {textKeys().map(([keys, label]) => (
          <Line key={keys} keys={keys} label={label} />
        ))}
      </dl>
      <label class="ticked">
        <input
          type="checkbox"
          checked={singleKeys.value}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
        {said.singleKeys}
      </label>
    </Dialog>
  );
};

const Line = ({ keys, label }: { readonly keys: string; readonly label: string }) => (
  <div>
    <dt>
      <kbd>{shownKeys(keys)}</kbd>
    </dt>
    <dd>{label}</dd>
  </div>
);
