import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { singleKeys } from "../shell/commands.ts";
import { More } from "../shell/more.tsx";
import { tell } from "../shell/notices.tsx";
import { addressOf, go, place } from "../shell/router.ts";
import { SearchField } from "../shell/search-field.tsx";
import { SelectAll } from "../shell/select-all.tsx";
import { caller } from "../shell/service.ts";
import { waitingComments } from "../shell/waiting-comments.ts";
import { ShownComment } from "./comment.tsx";
import { actOfKey, type CommentState, type Decision, decisionsOn, type KeyAct } from "./decisions.ts";
import { type Comment, type CommentFilter, type CommentList, commentList } from "./read-comments.ts";
import { commentTexts as words } from "./texts.ts";

const states = ["pending", "public", "refused", "removed", "all"] as const;

const filterOf = (query: URLSearchParams): CommentFilter => ({
  state: states.find((state) => state === query.get("state")) ?? "pending",
  search: query.get("search") ?? "",
  on: Number(query.get("on")) || undefined,
});

const addressFor = ({ state, search, on }: CommentFilter): string => {
  const query = new URLSearchParams({
    ...(state !== "pending" && { state }),
    ...(search && { search }),
    ...(on && { on: String(on) }),
  });
  return `/comments/${query.size > 0 ? `?${query}` : ""}`;
};

/** The comments of all pages, and what becomes of them. */
export const Comments = () => {
  if (!caller.value?.may.moderate) return <p class="waiting">{words.mayNot}</p>;
  const filter = filterOf(place.value.query);
  return <Moderation key={addressFor({ ...filter, search: "" })} filter={filter} />;
};

const Moderation = ({ filter }: { readonly filter: CommentFilter }) => {
  const key = JSON.stringify(filter);
  const comments = useMemo(() => commentList(filter), [key]);
  useEffect(() => {
    void comments.list.start();
  }, [comments]);
  const { count } = comments.list;
  return (
    <section class="comments">
      <header class="heading">
        <h1>{words.title}</h1>
        <p class="quiet" role="status">
          {count.value === null ? "" : words.count(count.value)}
        </p>
      </header>
      <nav class="tabs" aria-label={words.title}>
        {states.map((state) => (
          <a
            key={state}
            href={addressOf(addressFor({ ...filter, state }))}
            aria-current={state === filter.state ? "page" : undefined}
          >
            {words.states[state]}
            {state === "pending" && waitingComments.value ? ` (${waitingComments.value})` : ""}
          </a>
        ))}
      </nav>
      <search class="filters">
        <SearchField
          label={words.search}
          value={filter.search}
          search={(search) => void go(addressFor({ ...filter, search }), { replaces: true })}
        />
        {filter.on && (
          <p>
            {words.onPage(comments.pages.value.get(filter.on)?.title ?? words.page(filter.on))}{" "}
            <a href={addressOf(addressFor({ ...filter, on: undefined }))}>{words.everywhere}</a>
          </p>
        )}
      </search>
      {count.value === 0 && (
        <p class="waiting">{filter.search ? words.nothingFound : words.none[filter.state]}</p>
      )}
      <Feed filter={filter} comments={comments} />
    </section>
  );
};

const Feed = ({ filter, comments }: { readonly filter: CommentFilter; readonly comments: CommentList }) => {
  const { list, problems } = comments;
  const selected = useSignal<ReadonlySet<number>>(new Set());
  const isBusy = useSignal(false);
  const feed = useRef<HTMLDivElement>(null);
  const items = list.items.value;
  const chosen = items.filter(({ id }) => selected.value.has(id));
  const select = (id: number) => {
    const next = new Set(selected.value);
    if (!next.delete(id)) next.add(id);
    selected.value = next;
  };
  const focusOn = (index: number) => {
    const articles = feed.current?.querySelectorAll<HTMLElement>("article");
    articles?.[Math.max(0, Math.min(index, articles.length - 1))]?.focus();
  };
  const toFocus = useRef<number | null>(null);
  useEffect(() => {
    if (toFocus.current === null) return;
    focusOn(toFocus.current);
    toFocus.current = null;
  });
  const decide = async (which: readonly Comment[], decision: Decision) => {
    if (isBusy.value || which.length === 0) return;
    const index = items.findIndex(({ id }) => id === which[0]?.id);
    isBusy.value = true;
    const done = await comments.decide(which, decision);
    // The comment is gone, or its buttons are others: the next one takes its place.
    toFocus.current = index;
    isBusy.value = false;
    selected.value = new Set([...selected.value].filter((id) => !done.includes(id)));
    if (done.length > 0) tell(words.done[decision](done.length));
  };
  const act = (comment: Comment, what: KeyAct) => {
    const index = items.indexOf(comment);
    if (what === "select") select(comment.id);
    else if (what === "next" || what === "previous") focusOn(index + (what === "next" ? 1 : -1));
    else if (decisionsOn(comment.state as CommentState).includes(what)) void decide([comment], what);
  };
  return (
    <>
      {items.length > 1 && (
        <fieldset class="selection">
          <legend class="unseen">{words.selected(chosen.length)}</legend>
          <SelectAll
            ids={items.map(({ id }) => id)}
            selected={selected}
            label={chosen.length > 0 ? words.selected(chosen.length) : words.selectAll}
          />
          {chosen.length > 0 &&
            (["approve", "refuse", "remove"] as const)
              .filter((decision) =>
                chosen.some(({ state }) => decisionsOn(state as CommentState).includes(decision)),
              )
              .map((decision) => (
                <button
                  key={decision}
                  type="button"
                  disabled={isBusy.value}
                  onClick={() =>
                    void decide(
                      chosen.filter(({ state }) => decisionsOn(state as CommentState).includes(decision)),
                      decision,
                    )
                  }
                >
                  {words.acts[decision]}
                </button>
              ))}
        </fieldset>
      )}
      {items.length > 0 && (
        <div ref={feed} role="feed" aria-label={words.title} aria-busy={list.isReading.value}>
          {items.map((comment, index) => (
            <ShownComment
              key={comment.id}
              comment={comment}
              place={[index + 1, list.count.value ?? -1]}
              page={comments.pages.value.get(comment.page)}
              isStateShown={filter.state === "all"}
              onlyHere={filter.on ? undefined : addressOf(addressFor({ ...filter, on: comment.page }))}
              isSelected={selected.value.has(comment.id)}
              select={() => select(comment.id)}
              problem={problems.value.get(comment.id)}
              isBusy={isBusy.value}
              decide={(decision) => void decide([comment], decision)}
              pressed={(event) => {
                const what =
                  event.target === event.currentTarget ? actOfKey(event, singleKeys.value) : undefined;
                if (!what) return;
                event.preventDefault();
                act(comment, what);
              }}
            />
          ))}
        </div>
      )}
      <More list={list} />
      {items.length > 0 && singleKeys.value && <p class="quiet keys">{words.keys}</p>}
    </>
  );
};
