import { commands, setSingleKeys, shownKeys, singleKeys } from "../shell/commands.ts";
import { Dialog } from "../shell/dialog.tsx";
import { paletteTexts as said } from "./texts.ts";

/** The keys of this screen, and those of the text. */
export const KeysList = ({ close }: { readonly close: () => void }) => (
  <Dialog title={said.keys} className="keys" close={close}>
    <h3>{said.here}</h3>
    <dl>
      {commands.value.flatMap(({ label, keys }) =>
        keys ? [<Line key={keys} keys={keys} label={label} />] : [],
      )}
    </dl>
    <h3>{said.inText}</h3>
    <dl>
      {Object.entries(said.textKeys).map(([keys, label]) => (
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

const Line = ({ keys, label }: { readonly keys: string; readonly label: string }) => (
  <div>
    <dt>
      <kbd>{shownKeys(keys)}</kbd>
    </dt>
    <dd>{label}</dd>
  </div>
);
