import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId } from "preact/hooks";
import { SearchField } from "../shell/search-field.tsx";
import { texts } from "../texts/index.ts";
import {
  activeFilters,
  type Filter,
  type FilterName,
  type FilterTitles,
  pageOrders,
  pageStates,
  pageTypes,
} from "./filter.ts";
import { useKnownTags } from "./known-tags.ts";
import { pageTexts as words } from "./texts.ts";

interface FiltersProps {
  readonly filter: Filter;
  readonly titles: FilterTitles;
  /** Usernames to choose from. */
  readonly authors: readonly string[];
  readonly change: (part: Partial<Filter>) => void;
  readonly reset: () => void;
}

const rareFilters: readonly FilterName[] = ["type", "tag", "category", "author", "since"];

/** Which pages are listed, and in which order. */
export const Filters = ({ filter, titles, authors, change, reset }: FiltersProps) => {
  const active = activeFilters(filter);
  const rare = active.filter((name) => rareFilters.includes(name));
  const isMore = useSignal(rare.length > 0);
  const select = (name: FilterName, choices: readonly (readonly [value: string, label: string])[]) => (
    <Select
      label={words.filters[name]}
      value={filter[name]}
      choices={[["", words.all], ...choices]}
      choose={(value) => change({ [name]: value })}
    />
  );
  return (
    <search class="filters">
      <SearchField label={words.search} value={filter.search} search={(search) => change({ search })} />
      {select(
        "state",
        pageStates.map((state) => [state, texts.states[state] ?? state]),
      )}
      {select(
        "parent",
        titles.parents.map(({ id, title }) => [String(id), title]),
      )}
      <OrderSelect order={filter.order} choose={(order) => change({ order })} />
      <button
        type="button"
        aria-expanded={isMore.value}
        onClick={() => {
          isMore.value = !isMore.value;
        }}
      >
        {words.moreFilters(rare.length)} <span aria-hidden="true">{isMore.value ? "▴" : "▾"}</span>
      </button>
      {active.length > 0 && (
        <button type="button" class="plain" onClick={reset}>
          {words.reset}
        </button>
      )}
      {isMore.value && (
        <div class="rare-filters">
          {select(
            "type",
            pageTypes.map((type) => [type, words.types[type] ?? type]),
          )}
          {(titles.categories.length > 0 || filter.category !== "") &&
            select(
              "category",
              titles.categories.map(({ slug, name }) => [slug, name]),
            )}
          <TagWord tag={filter.tag} choose={(tag) => change({ tag })} />
          <Word
            label={words.filters.author}
            value={filter.author}
            known={authors}
            choose={(author) => change({ author })}
          />
          <Labelled label={words.filters.since}>
            <input
              type="date"
              value={filter.since}
              onChange={({ currentTarget }) => change({ since: currentTarget.value })}
            />
          </Labelled>
        </div>
      )}
    </search>
  );
};

export const OrderSelect = ({
  order,
  choose,
}: {
  readonly order: string;
  readonly choose: (order: string) => void;
}) => (
  <Select
    label={words.sort}
    value={order}
    choices={pageOrders.map((each) => [each, words.orders[each] ?? each])}
    choose={choose}
  />
);

const Labelled = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label>
    <span>{label}</span>
    {children}
  </label>
);

const Select = ({
  label,
  value,
  choices,
  choose,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly choose: (value: string) => void;
}) => (
  <Labelled label={label}>
    <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {choices.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  </Labelled>
);

/** A word that is typed or chosen from those that are known; it counts once it is one of these, or is left. */
const Word = ({
  label,
  value,
  known,
  typed,
  choose,
}: {
  readonly label: string;
  readonly value: string;
  readonly known: readonly string[];
  readonly typed?: (word: string) => void;
  readonly choose: (word: string) => void;
}) => {
  const list = useId();
  const word = useSignal(value);
  useEffect(() => {
    word.value = value;
  }, [value]);
  return (
    <Labelled label={label}>
      <input
        list={list}
        value={word.value}
        onInput={({ currentTarget }) => {
          word.value = currentTarget.value;
          typed?.(currentTarget.value.trim());
        }}
        onChange={({ currentTarget }) => choose(currentTarget.value.trim())}
      />
      <datalist id={list}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </Labelled>
  );
};

const TagWord = ({ tag, choose }: { readonly tag: string; readonly choose: (tag: string) => void }) => {
  const typed = useSignal(tag);
  return (
    <Word
      label={words.filters.tag}
      value={tag}
      known={useKnownTags(typed.value).value}
      typed={(word) => {
        typed.value = word;
      }}
      choose={choose}
    />
  );
};
