import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { numbersIn, soon, useRowsInView } from "../shell/long-list.ts";
import { tell } from "../shell/notices.tsx";
import { addressOf, go, place } from "../shell/router.ts";
import { messageOf, service } from "../shell/service.ts";
import { State, stateOf } from "../shell/state.tsx";
import { ago } from "../shell/times.ts";
import { texts } from "../texts/index.ts";
import { type Filter, pageList } from "./list-state.ts";

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

type Selected = ReturnType<typeof useSignal<ReadonlyMap<number, EditablePage>>>;

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
          checked={selected.value?.has(page.id) ?? false}
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

type Act = "publish" | "unpublish" | "delete";

const Selection = ({
  list,
  selected,
  results,
}: {
  readonly list: ReturnType<typeof pageList>;
  readonly selected: Selected;
  readonly results: ReturnType<typeof useSignal<ReadonlyMap<number, string>>>;
}) => {
  const isBusy = useSignal(false);
  const chosen = [...(selected.value?.values() ?? [])];
  const mayAll = (act: Act) =>
    chosen.some((page) => (page.may as Readonly<Record<string, boolean>> | undefined)?.[act]);
  /** Each page by itself: one that is refused holds back no other. */
  const act = async (what: Act) => {
    if (what === "delete" && !confirm(texts.pages.confirmRemove(chosen.length))) return;
    isBusy.value = true;
    const said = new Map(results.value);
    let done = 0;
    for (const page of chosen) {
      const known = { id: page.id, latest_revision_id: page.latest_revision_id as number };
      const posts = page.type === "site.Episode" ? service.episodes : service.posts;
      try {
        await posts[what](known);
        said.delete(page.id);
        done++;
      } catch (error) {
        said.set(page.id, messageOf(error));
      }
    }
    results.value = said;
    isBusy.value = false;
    selected.value = new Map(chosen.filter(({ id }) => said.has(id)).map((page) => [page.id, page]));
    if (done > 0) tell(texts.pages.done(done));
    list.again();
  };
  return (
    <fieldset class="selection">
      <legend class="unseen">{texts.pages.selected(chosen.length)}</legend>
      <strong aria-hidden="true">{texts.pages.selected(chosen.length)}</strong>
      <button type="button" disabled={isBusy.value || !mayAll("publish")} onClick={() => act("publish")}>
        {texts.pages.publish}
      </button>
      <button type="button" disabled={isBusy.value || !mayAll("unpublish")} onClick={() => act("unpublish")}>
        {texts.pages.unpublish}
      </button>
      <button type="button" disabled={isBusy.value || !mayAll("delete")} onClick={() => act("delete")}>
        {texts.pages.remove}
      </button>
      <button
        type="button"
        class="plain"
        onClick={() => {
          selected.value = new Map();
        }}
      >
        {texts.pages.clear}
      </button>
    </fieldset>
  );
};
