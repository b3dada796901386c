import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useRef } from "preact/hooks";
import type { Json } from "#lib/json.ts";
import { blocksOf, piecesOf, type TextBlock, type TextPiece } from "#lib/richtext/source/pieces.ts";
import type { RichTextProps } from "../forms/rich-text.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { texts } from "../texts/index.ts";
import { bothVersions, type TextConflict, withChosen } from "../words/merge.ts";
import type { Choice } from "../words/ports.ts";
import { type WordChange, wordChanges } from "../words/word-changes.ts";
import { fieldLabel } from "./field-labels.ts";
import type { PostType } from "./page-service.ts";
import { plainField } from "./plain-text.ts";

/** A version that is there, or one that somebody writes: the text of a field, or HTML of paragraphs. */
type Chosen = "mine" | "theirs" | "both" | { readonly own: string };

interface ChoiceProps {
  readonly choice: Choice;
  readonly type: PostType;
  /** With what a third version of paragraphs is written; without it, one of those that are there is chosen. */
  readonly Paragraphs?: ComponentType<RichTextProps> | undefined;
}

/** What both have changed, side by side and word by word; for each place one version is chosen, or a third is written. */
export const ChoiceDialog = ({ choice, type, Paragraphs }: ChoiceProps) => {
  const { merged, from } = choice;
  const chosen = useSignal<ReadonlyMap<string, Chosen>>(new Map());
  // One question may follow the other at once, in the same dialog.
  const asked = useRef(choice);
  if (asked.current !== choice) {
    asked.current = choice;
    chosen.value = new Map();
  }
  const chosenAt = (place: string): Chosen => chosen.value.get(place) ?? "mine";
  const choose = (place: string) => (version: Chosen) => {
    chosen.value = new Map(chosen.value).set(place, version);
  };
  const finish = () => {
    const fields: Record<string, Json> = {
      ...withChosen(merged, (conflict) => piecesAt(conflict, chosenAt(placeOf(conflict)))),
    };
    for (const { field, theirs } of merged.conflicts) {
      const version = chosenAt(field);
      if (version === "theirs" && theirs !== undefined) fields[field] = theirs;
      if (typeof version === "object") fields[field] = version.own;
    }
    void choice.resolve(fields);
  };
  return (
    <Dialog title={from === "revision" ? texts.conflict.title : texts.conflict.ownTitle} className="choices">
      <p>{texts.conflict.intro}</p>
      {merged.conflicts.map(({ field, mine, theirs }) => (
        <Place
          key={field}
          {...{ name: field, label: fieldLabel(type, field), from }}
          mine={plainField(field, mine)}
          theirs={plainField(field, theirs)}
          chosen={chosenAt(field)}
          choose={choose(field)}
          // Only text can be written anew here; a list or a number is chosen.
          own={typeof mine === "string" && typeof theirs === "string" ? { line: mine } : undefined}
        />
      ))}
      {merged.textConflicts.map((conflict) => {
        const place = placeOf(conflict);
        const pieces = piecesAt(conflict, chosenAt(place));
        return (
          <Place
            key={place}
            {...{ name: place, label: fieldLabel(type, conflict.field), from, Paragraphs }}
            mine={wordsOf(conflict.mine)}
            theirs={wordsOf(conflict.theirs)}
            chosen={chosenAt(place)}
            choose={choose(place)}
            mayBoth
            own={
              Paragraphs && bothVersions(conflict).every(isHtml)
                ? {
                    html: pieces
                      .filter(isHtml)
                      .map(({ html }) => html)
                      .join(""),
                  }
                : undefined
            }
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

const placeOf = ({ field, place }: TextConflict): string => `${field} ${place}`;

const isHtml = (piece: TextPiece): piece is { readonly html: string } => "html" in piece;

const piecesAt = (conflict: TextConflict, version: Chosen): readonly TextPiece[] => {
  if (typeof version === "object") return piecesOf([{ type: "paragraph", value: version.own } as TextBlock]);
  return version === "both" ? bothVersions(conflict) : (conflict[version] ?? []);
};

const wordsOf = (pieces: readonly TextPiece[] | undefined): string =>
  plainField("detail", blocksOf(pieces ?? []) as unknown as Json);

interface PlaceProps extends Pick<ChoiceProps, "Paragraphs"> {
  readonly name: string;
  readonly label: string;
  readonly from: Choice["from"];
  readonly mine: string;
  readonly theirs: string;
  readonly chosen: Chosen;
  readonly choose: (version: Chosen) => void;
  readonly mayBoth?: boolean;
  /** What a third version begins with; none where none can be written. */
  readonly own: { readonly line: string } | { readonly html: string } | undefined;
}

const Place = ({ name, label, from, mine, theirs, chosen, choose, mayBoth, own, Paragraphs }: PlaceProps) => {
  const changes = wordChanges(theirs, mine);
  const { both, third, versions } = texts.conflict;
  const isOwn = typeof chosen === "object";
  const option = (version: "mine" | "theirs" | "both", said: string, text?: readonly WordChange[]) => (
    <label class={chosen === version ? "version chosen" : "version"}>
      <span>
        <input type="radio" name={name} checked={chosen === version} onChange={() => choose(version)} />{" "}
        {said}
      </span>
      {text && <Words changes={text} hidden={version === "mine" ? "removed" : "added"} />}
    </label>
  );
  return (
    <fieldset class="place">
      <legend>{label}</legend>
      {option("mine", versions[from].mine, changes)}
      {option("theirs", versions[from].theirs, changes)}
      {mayBoth && option("both", both)}
      {own && (
        <div class={isOwn ? "version third chosen" : "version third"}>
          <label>
            <input
              type="radio"
              name={name}
              checked={isOwn}
              onChange={() => choose({ own: "html" in own ? own.html : own.line })}
            />{" "}
            {third}
          </label>
          {isOwn && Paragraphs && "html" in own && (
            <Paragraphs label={third} value={chosen.own} hasFocus change={(html) => choose({ own: html })} />
          )}
          {isOwn && "line" in own && (
            <input
              type="text"
              dir="auto"
              aria-label={third}
              value={chosen.own}
              onInput={({ currentTarget }) => choose({ own: currentTarget.value })}
            />
          )}
        </div>
      )}
    </fieldset>
  );
};

const Words = ({
  changes,
  hidden,
}: {
  readonly changes: readonly WordChange[];
  readonly hidden: WordChange["kind"];
}) => (
  <p dir="auto">
    {changes
      .filter(({ kind }) => kind !== hidden)
      .map(({ kind, words }) => (kind === "same" ? words : <mark>{words}</mark>))}
    {changes.every(({ kind }) => kind === hidden) && <em>{texts.conflict.nothing}</em>}
  </p>
);
