import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { numbersIn, soon, useRowsInView } from "../shell/long-list.ts";
import { addressOf, go, place } from "../shell/router.ts";
import { service } from "../shell/service.ts";
import { State, stateOf } from "../shell/state.tsx";
import { ago } from "../shell/times.ts";
import { texts } from "../texts/index.ts";
import { type Filter, pageList } from "./list-state.ts";
import { type Selected, Selection } from "./selection.tsx";

const states = ["draft", "live", "changed", "scheduled", "workflow", "locked"];
const orders = { "-changed_at": "newest", "-visible_date": "date", title: "byTitle" } as const;

/** The height of a row in CSS, in pixels: with it the list knows its length before it has read its rows. */
const rowHeight = 64;

const filterOf = (query: URLSearchParams): Filter => ({
  search: query.get("search") ?? "",
  state: query.get("state") ?? "",
  parent: query.get("parent") ?? "",
  order: query.get("order") ?? "-changed_at",
});

/** All pages that one may edit, as a list of rows that are drawn as they come into view. */
export const Pages = () => {
  const list = useMemo(pageList, []);
  const selected = useSignal<ReadonlyMap<number, EditablePage>>(new Map());
  const results = useSignal<ReadonlyMap<number, string>>(new Map());
  const box = useRef<HTMLUListElement>(null);
  const range = useRowsInView(list, box, () => ({ lineHeight: rowHeight, perLine: 1 }));
  const filter = filterOf(place.value.query);
  const key = JSON.stringify(filter);
  useEffect(() => {
    selected.value = new Map();
    list.choose(filter);
  }, [key]);
  const parents = useSignal<readonly { readonly id: number; readonly title: string }[]>([]);
  useEffect(() => {
    service.request("get", "/api/editor/parents/").then(
      (found) => {
        parents.value = found;
      },
      () => {},
    );
  }, []);
  const choose = (part: Partial<Filter>) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filter, ...part }))
      if (value && !(name === "order" && value === "-changed_at")) query.set(name, value);
    void go(`/pages/${query.size > 0 ? `?${query}` : ""}`, { replaces: true });
  };
  const count = list.count.value;
  return (
    <section class="pages">
      <header class="heading">
        <h1>{texts.pages.title}</h1>
        <p aria-live="polite" class="quiet">
          {count === null ? "" : texts.pages.count(count)}
        </p>
      </header>
      <search class="filters">
        <input
          type="search"
          aria-label={texts.pages.search}
          placeholder={texts.pages.search}
          value={filter.search}
          onInput={(event) => soon(() => choose({ search: (event.target as HTMLInputElement).value }))}
        />
        <label>
          <span>{texts.pages.state}</span>
          <select value={filter.state} onChange={(event) => choose({ state: event.currentTarget.value })}>
            <option value="">{texts.pages.all}</option>
            {states.map((state) => (
              <option key={state} value={state}>
                {texts.states[state]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{texts.pages.place}</span>
          <select value={filter.parent} onChange={(event) => choose({ parent: event.currentTarget.value })}>
            <option value="">{texts.pages.all}</option>
            {parents.value.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{texts.pages.sort}</span>
          <select value={filter.order} onChange={(event) => choose({ order: event.currentTarget.value })}>
            {Object.entries(orders).map(([order, name]) => (
              <option key={order} value={order}>
                {texts.pages[name]}
              </option>
            ))}
          </select>
        </label>
      </search>
      {selected.value.size > 0 && <Selection list={list} selected={selected} results={results} />}
      {list.problem.value && (
        <p role="alert" class="problem">
          {list.problem.value}{" "}
          <button type="button" onClick={list.again}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      {count === 0 && <p class="waiting">{texts.pages.none}</p>}
      <ul ref={box} class="rows" style={{ height: `${(count ?? 0) * rowHeight}px` }}>
        {numbersIn(range.value, count).map((index) => {
          const page = list.rows.value.get(index);
          return (
            <li
              key={page?.id ?? `row ${index}`}
              class="row"
              aria-setsize={count ?? -1}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${index * rowHeight}px)` }}
            >
              {page && <Row page={page} selected={selected} result={results.value.get(page.id)} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
};

const isPost = ({ type }: EditablePage): boolean => type === "site.Post" || type === "site.Episode";

const Row = ({
  page,
  selected,
  result,
}: {
  readonly page: EditablePage;
  readonly selected: Selected;
  readonly result: string | undefined;
}) => {
  const title = page.title || texts.pages.untitled;
  const others = page.being_edited ?? [];
  const toggle = (isChosen: boolean) => {
    const chosen = new Map(selected.value);
    if (isChosen) chosen.set(page.id, page);
    else chosen.delete(page.id);
    selected.value = chosen;
  };
  return (
    <>
      {isPost(page) ? (
        <input
          type="checkbox"
          aria-label={texts.pages.select(title)}
          checked={selected.value.has(page.id) ?? false}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
      ) : (
        <span />
      )}
      <div class="what">
        <a href={addressOf(`/pages/${page.id}/edit/`)}>{title}</a>
        <small>
          {result ??
            (others[0]
              ? texts.pages.editing(others.map(({ user }) => user).join(", "))
              : texts.pages.changed(
                  page.changed_by ?? "",
                  ago(page.changed_at ?? page.visible_date ?? Date.now()),
                ))}
        </small>
      </div>
      {page.locked && <State status="locked" />}
      <State status={stateOf(page)} />
      {page.public_url && page.live && (
        <a class="view" href={page.public_url} aria-label={`${texts.nav.site}: ${title}`}>
          ↗
        </a>
      )}
    </>
  );
};
