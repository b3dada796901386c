import { type Signal, useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { tell } from "../shell/notices.tsx";
import { messageOf, postsOf, type service } from "../shell/service.ts";
import { useKnownTags } from "./known-tags.ts";
import type { PageList } from "./list-state.ts";
import { pageTexts as words } from "./texts.ts";

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
  readonly list: PageList;
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
    if (done > 0) tell(words.done(done));
    list.again();
  };
  const act = (what: Act) => {
    if (what === "delete" && !confirm(words.confirmRemove(chosen.length))) return;
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
      <legend class="unseen">{words.selected(chosen.length)}</legend>
      <strong aria-hidden="true">{words.selected(chosen.length)}</strong>
      <button type="button" disabled={isBusy.value || !mayAny("publish")} onClick={() => act("publish")}>
        {words.publish}
      </button>
      <button type="button" disabled={isBusy.value || !mayAny("unpublish")} onClick={() => act("unpublish")}>
        {words.unpublish}
      </button>
      <button type="button" disabled={isBusy.value || !mayAny("delete")} onClick={() => act("delete")}>
        {words.remove}
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
        {words.clear}
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
  const known = useKnownTags(typed.value);
  const list = useId();
  const tag = typed.value.trim();
  return (
    <span class="tag-change">
      <input
        aria-label={words.tag}
        placeholder={words.tag}
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
        {words.addTag}
      </button>
      <button type="button" disabled={isBusy || tag === ""} onClick={() => remove(tag)}>
        {words.removeTag}
      </button>
    </span>
  );
};
