import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { blockLabel, categoryNames, fieldLabel } from "../editor/field-labels.ts";
import { plainHtml } from "../editor/plain-text.ts";
import { WordDiff } from "../editor/word-diff.tsx";
import { needSchema } from "../shell/schema.ts";
import { messageOf } from "../shell/service.ts";
import { moment } from "../shell/times.ts";
import { type Change, inReadingOrder, placeOf, shownBlock, shownValue } from "./named-changes.ts";
import { type PageHistory, readChanges } from "./read-history.ts";
import { Restore } from "./restore.tsx";
import { historyTexts as words } from "./texts.ts";

interface ComparisonProps {
  readonly id: number;
  readonly history: PageHistory;
  readonly chosen: number;
  readonly against: number | undefined;
  readonly isToBeShown: Signal<boolean>;
  readonly withPrevious: () => void;
}

/** What leads from one version to another one, from the older to the newer. */
export const Comparison = ({ id, history, chosen, against, isToBeShown, withPrevious }: ComparisonProps) => {
  const changes = useSignal<readonly Change[] | null>(null);
  const problem = useSignal("");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let isLate = false;
    changes.value = null;
    problem.value = "";
    // Ids of revisions grow: what came later has the higher one.
    const [newer, older] = against !== undefined && against > chosen ? [against, chosen] : [chosen, against];
    // Names of fields are a help only: without them, changes have the names of the API.
    Promise.all([readChanges(id, newer, older), needSchema().catch(() => {})]).then(
      ([read]) => {
        if (!isLate) changes.value = inReadingOrder(read);
      },
      (error) => {
        if (!isLate) problem.value = messageOf(error);
      },
    );
    return () => {
      isLate = true;
    };
  }, [id, chosen, against]);
  useEffect(() => {
    if (!isToBeShown.value) return;
    isToBeShown.value = false;
    heading.current?.focus();
    heading.current?.scrollIntoView();
  }, [chosen, against]);
  const known = new Map(history.revisions.items.value.map((revision) => [revision.id, revision]));
  const revision = known.get(chosen);
  const momentOf = (which: number): string => {
    const found = known.get(which);
    return found ? moment(found.created_at) : `#${which}`;
  };
  const [from, to] = against !== undefined && against > chosen ? [chosen, against] : [against, chosen];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by itself has to be reached by keys.
    <section class="comparison" aria-label={words.comparison} tabIndex={0}>
      <h2 ref={heading} tabIndex={-1}>
        {words.choose(momentOf(chosen), words.by(revision?.user ?? null))}
      </h2>
      {from !== undefined && (
        <p class="quiet">
          {words.compared(momentOf(from), momentOf(to))}{" "}
          <button type="button" class="plain" onClick={withPrevious}>
            {words.withPrevious}
          </button>
        </p>
      )}
      <p class="quiet" role="status">
        {changes.value === null ? (problem.value ? "" : words.reading) : words.changes(changes.value.length)}
      </p>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {revision && !revision.is_latest && <Restore id={id} history={history} revision={revision} />}
      {changes.value?.map((change) => (
        <ShownChange key={`${change.path} ${change.kind}`} change={change} />
      ))}
    </section>
  );
};

/** The characters that are shown of a text that has not changed. */
const shownCharacters = 160;

const beginningOf = (text: string): string =>
  text.length > shownCharacters ? `${text.slice(0, shownCharacters)} …` : text;

const textWords = { textOf: plainHtml, momentOf: moment };

const ShownChange = ({ change }: { readonly change: Change }) => {
  const { field, block } = placeOf(change);
  const { kind } = change;
  const name = nameOf(field);
  const title = block
    ? words.block(block.type === "" ? name : `${name}: ${blockLabel(block.type)}`, block.place)
    : name;
  const [from, to] = [change.from, change.to].map((value) =>
    block
      ? shownBlock(value, textWords)
      : shownValue(field === "categories" ? categoryNames(value) : value, textWords),
  ) as [string, string];
  const isFormatting = kind === "changed" && from === to;
  return (
    <section class="change">
      <h3>
        {title} <span class={`kind ${kind}`}>{words.kinds[kind]}</span>
      </h3>
      {kind === "moved" && block ? (
        <>
          <p class="quiet">{words.moved(placeName(change.from), placeName(change.to))}</p>
          {change.block && <p dir="auto">{beginningOf(shownBlock(change.block, textWords))}</p>}
        </>
      ) : isFormatting ? (
        <>
          <p class="quiet">{words.formatting}</p>
          <WordDiff from={written(change.from)} to={written(change.to)} />
        </>
      ) : (
        <WordDiff from={from} to={to} />
      )}
    </section>
  );
};

/** A place such as `detail.3`, by the name of its text. */
const placeName = (path: unknown): string => {
  const [section = "", index] = String(path).split(".");
  return words.block(nameOf(section), Number(index) + 1);
};

/** A value as it is written, for those whose words are the same. */
const written = (value: unknown): string => {
  const inner = (value as { readonly value?: unknown } | null)?.value ?? value;
  return typeof inner === "string" ? inner : JSON.stringify(inner);
};

/** Episodes have all fields of posts. */
const nameOf = (field: string): string => fieldLabel("site.Episode", field);
