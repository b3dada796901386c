import { type Signal, useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { tell } from "../shell/notices.tsx";
import { messageOf, postsOf, service } from "../shell/service.ts";
import { useSettled } from "../shell/settled.ts";
import { texts } from "../texts/index.ts";
import type { pageList } from "./list-state.ts";

/** The pages that are selected, by their ids. */
export type Selected = Signal<ReadonlyMap<number, EditablePage>>;

type Act = "publish" | "unpublish" | "delete";

type Posts = typeof service.posts;

/** What can be done with all selected pages at once, each with its own result. */
export const Selection = ({
  list,
  selected,
  results,
}: {
  readonly list: ReturnType<typeof pageList>;
  readonly selected: Selected;
  /** Why a page was refused, by its id. */
  readonly results: Signal<ReadonlyMap<number, string>>;
}) => {
  const isBusy = useSignal(false);
  const chosen = [...selected.value.values()];
  const mayAny = (act: Act | "edit") =>
    chosen.some((page) => (page.may as Readonly<Record<string, boolean>> | undefined)?.[act]);
  /** Each page by itself: one that is refused holds back no other. */
  const each = async (work: (page: EditablePage, posts: Posts) => Promise<unknown>) => {
    isBusy.value = true;
    const said = new Map(results.value);
    let done = 0;
    for (const page of chosen) {
      try {
        await work(page, postsOf(page.type));
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
  const act = (what: Act) => {
    if (what === "delete" && !confirm(texts.pages.confirmRemove(chosen.length))) return;
    void each(({ id, latest_revision_id }, posts) =>
      posts[what]({ id, latest_revision_id: latest_revision_id as number }),
    );
  };
  /** Of the latest revision of each page, as a draft. */
  const changeTags = (change: (tags: readonly string[]) => readonly string[]) =>
    each(async ({ id }, posts) => {
      const page = await posts.read(id);
      const tags = change(page.tags);
      if (tags.length !== page.tags.length) await posts.update(page, { tags: [...tags] });
    });
  return (
    <fieldset class="selection">
      <legend class="unseen">{texts.pages.selected(chosen.length)}</legend>
      <strong aria-hidden="true">{texts.pages.selected(chosen.length)}</strong>
      <button type="button" disabled={isBusy.value || !mayAny("publish")} onClick={() => act("publish")}>
        {texts.pages.publish}
      </button>
      <button type="button" disabled={isBusy.value || !mayAny("unpublish")} onClick={() => act("unpublish")}>
        {texts.pages.unpublish}
      </button>
      <button type="button" disabled={isBusy.value || !mayAny("delete")} onClick={() => act("delete")}>
        {texts.pages.remove}
      </button>
      {mayAny("edit") && (
        <TagChange
          isBusy={isBusy.value}
          add={(tag) => changeTags((tags) => (tags.includes(tag) ? tags : [...tags, tag]))}
          remove={(tag) => changeTags((tags) => tags.filter((other) => other !== tag))}
        />
      )}
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

/** Gives all selected pages a tag, or takes it from them. */
const TagChange = ({
  isBusy,
  add,
  remove,
}: {
  readonly isBusy: boolean;
  readonly add: (tag: string) => void;
  readonly remove: (tag: string) => void;
}) => {
  const typed = useSignal("");
  const known = useSignal<readonly string[]>([]);
  const list = useId();
  useSettled(
    (isPast) =>
      service.request("get", "/api/editor/tags/", { query: { q: typed.value, pageSize: 8 } }).then(
        ({ results }) => {
          if (!isPast()) known.value = results.map(({ name }) => name);
        },
        () => {},
      ),
    [typed.value],
  );
  const tag = typed.value.trim();
  return (
    <span class="tag-change">
      <input
        aria-label={texts.pages.tag}
        placeholder={texts.pages.tag}
        list={list}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
        }}
      />
      <datalist id={list}>
        {known.value.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button type="button" disabled={isBusy || tag === ""} onClick={() => add(tag)}>
        {texts.pages.addTag}
      </button>
      <button type="button" disabled={isBusy || tag === ""} onClick={() => remove(tag)}>
        {texts.pages.removeTag}
      </button>
    </span>
  );
};
