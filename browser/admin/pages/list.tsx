import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { isPostType } from "../editor/page-service.ts";
import { ForPrograms, shownRequest } from "../shell/for-programs.tsx";
import { ListProblem } from "../shell/list-problem.tsx";
import { go, place } from "../shell/router.ts";
import { caller, service } from "../shell/service.ts";
import { addressOfList, type Filter, type FilterTitles, filterOf, noFilter, queryOf } from "./filter.ts";
import { Filters } from "./filters.tsx";
import { PagesHead } from "./head.tsx";
import { pageList } from "./list-state.ts";
import { NothingFound } from "./nothing-found.tsx";
import { PageLine, PageRows, titleOfPage } from "./page-rows.tsx";
import { type Selected, Selection } from "./selection.tsx";
import { pageTexts as words } from "./texts.ts";

/** All pages that one may edit, as a list of rows that are drawn as they come into view. */
export const PagesAsList = () => {
  const list = useMemo(pageList, []);
  const selected = useSignal<ReadonlyMap<number, EditablePage>>(new Map());
  const results = useSignal<ReadonlyMap<number, string>>(new Map());
  const heading = useRef<HTMLHeadingElement>(null);
  const titles = useFilterTitles();
  const filter = filterOf(place.value.query);
  const address = addressOfList(filter);
  useEffect(() => {
    selected.value = new Map();
    list.choose(filter);
  }, [address]);
  const change = (part: Partial<Filter>) =>
    void go(addressOfList({ ...filterOf(place.value.query), ...part }), { replaces: true });
  /** The button that was pressed is gone afterwards. */
  const changeAndLeaveButton = (part: Partial<Filter>) => {
    change(part);
    heading.current?.focus();
  };
  const count = list.count.value;
  return (
    <>
      <PagesHead
        view="list"
        address={address}
        heading={heading}
        said={count === null ? "" : words.count(count)}
      />
      <Filters
        filter={filter}
        titles={titles}
        authors={useSeenAuthors(list.rows.value)}
        change={change}
        reset={() => changeAndLeaveButton({ ...noFilter, order: filter.order })}
      />
      {selected.value.size > 0 && <Selection list={list} selected={selected} results={results} />}
      <ListProblem list={list} />
      {count === 0 && <NothingFound filter={filter} titles={titles} change={changeAndLeaveButton} />}
      <PageRows
        list={list}
        row={(page) => (
          <>
            <Choice page={page} selected={selected} />
            <PageLine page={page} about={results.value.get(page.id)} />
          </>
        )}
      />
      <ForPrograms steps={[[words.request, shownRequest("GET", requestOf(filter))]]} />
    </>
  );
};

const requestOf = (filter: Filter): string => {
  const query = Object.entries(queryOf(filter)).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return `${location.origin}/api/editor/pages/?${new URLSearchParams(query)}`;
};

const useFilterTitles = (): FilterTitles => {
  const titles = useSignal<FilterTitles>({ parents: [], categories: [] });
  useEffect(() => {
    const add = (part: Partial<FilterTitles>) => {
      titles.value = { ...titles.value, ...part };
    };
    // Without them, the filters by what has these names are shorter.
    service.request("get", "/api/editor/parents/").then(
      (parents) => add({ parents }),
      () => {},
    );
    service.request("get", "/api/editor/categories/", { query: { pageSize: 200 } }).then(
      ({ results }) => add({ categories: results }),
      () => {},
    );
  }, []);
  return titles.value;
};

/** Oneself, and who has saved a page that was read: no route names all who write. */
const useSeenAuthors = (rows: ReadonlyMap<number, EditablePage>): readonly string[] => {
  const seen = useRef(new Set([caller.value?.user.username ?? ""]));
  for (const { changed_by: author } of rows.values()) if (author) seen.current.add(author);
  return [...seen.current].sort();
};

/** Selects a page, if it is one of those with which something can be done at once. */
const Choice = ({ page, selected }: { readonly page: EditablePage; readonly selected: Selected }) => {
  if (!isPostType(page.type)) return <span class="no-choice" />;
  const toggle = (isChosen: boolean) => {
    const chosen = new Map(selected.value);
    if (isChosen) chosen.set(page.id, page);
    else chosen.delete(page.id);
    selected.value = chosen;
  };
  return (
    <input
      type="checkbox"
      aria-label={words.select(titleOfPage(page))}
      checked={selected.value.has(page.id)}
      onChange={(event) => toggle(event.currentTarget.checked)}
    />
  );
};
