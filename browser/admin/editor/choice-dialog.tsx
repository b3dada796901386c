import { useSignal } from "@preact/signals";
import { Dialog } from "../shell/dialog.tsx";
import { texts } from "../texts/index.ts";
import { blocksOf, type Piece } from "../words/flow.ts";
import type { Json } from "../words/json.ts";
import { isConflict, type TextConflict } from "../words/merge.ts";
import type { Choice } from "../words/ports.ts";
import { type WordChange, wordChanges } from "../words/word-changes.ts";
import { plainField } from "./plain-text.ts";

type Chosen = "mine" | "theirs" | "both";

/** What both have changed, side by side and word by word; for each place one version is chosen. */
export const ChoiceDialog = ({ choice }: { readonly choice: Choice }) => {
  const { merged } = choice;
  const chosen = useSignal<ReadonlyMap<string, Chosen>>(new Map());
  const choose = (place: string, version: Chosen) => {
    chosen.value = new Map(chosen.value).set(place, version);
  };
  const versionAt = (place: string) => chosen.value.get(place) ?? "mine";
  const finish = () => {
    const fields: Record<string, Json> = { ...merged.fields };
    for (const { field, theirs } of merged.conflicts)
      if (versionAt(field) === "theirs" && theirs !== undefined) fields[field] = theirs;
    for (const [field, parts] of merged.texts)
      fields[field] = blocksOf(
        parts.flatMap((part) =>
          isConflict(part) ? piecesOf(part, versionAt(`${field} ${part.place}`)) : part,
        ),
      ) as unknown as Json;
    void choice.resolve(fields);
  };
  return (
    <Dialog title={texts.conflict.title} className="choices">
      <p>{texts.conflict.intro}</p>
      {merged.conflicts.map(({ field, mine, theirs }) => (
        <Place
          key={field}
          name={field}
          mine={plainField(field, mine)}
          theirs={plainField(field, theirs)}
          version={versionAt(field)}
          choose={(version) => choose(field, version)}
          mayBoth={false}
        />
      ))}
      {merged.textConflicts.map((conflict) => {
        const place = `${conflict.field} ${conflict.place}`;
        return (
          <Place
            key={place}
            name={place}
            mine={wordsOf(conflict.mine)}
            theirs={wordsOf(conflict.theirs)}
            version={versionAt(place)}
            choose={(version) => choose(place, version)}
            mayBoth
          />
        );
      })}
      <footer>
        <button type="button" class="primary" onClick={finish}>
          {texts.conflict.done}
        </button>
      </footer>
    </Dialog>
  );
};

const piecesOf = ({ mine = [], theirs = [] }: TextConflict, version: Chosen): readonly Piece[] =>
  version === "both" ? [...mine, ...theirs] : version === "mine" ? mine : theirs;

const wordsOf = (pieces: readonly Piece[] | undefined): string =>
  plainField("detail", blocksOf(pieces ?? []) as unknown as Json);

const Place = ({
  name,
  mine,
  theirs,
  version,
  choose,
  mayBoth,
}: {
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
  readonly version: Chosen;
  readonly choose: (version: Chosen) => void;
  readonly mayBoth: boolean;
}) => {
  const changes = wordChanges(theirs, mine);
  const option = (
    which: Chosen,
    label: string,
    text: readonly WordChange[] | null,
    hidden?: WordChange["kind"],
  ) => (
    <label class={version === which ? "version chosen" : "version"}>
      <span>
        <input type="radio" name={name} checked={version === which} onChange={() => choose(which)} /> {label}
      </span>
      {text && (
        <p dir="auto">
          {text
            .filter(({ kind }) => kind !== hidden)
            .map(({ kind, words }) => (kind === "same" ? words : <mark>{words}</mark>))}
          {text.every(({ kind }) => kind === hidden) && <em>{texts.conflict.nothing}</em>}
        </p>
      )}
    </label>
  );
  return (
    <fieldset class="place">
      <legend>{name.split(" ")[0]}</legend>
      {option("mine", texts.conflict.mine, changes, "removed")}
      {option("theirs", texts.conflict.theirs, changes, "added")}
      {mayBoth && option("both", texts.conflict.both, null)}
    </fieldset>
  );
};
