import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Refusal } from "../../../packages/client/src/index.ts";
import { Dialog } from "../shell/dialog.tsx";
import { listInParts, partSize } from "../shell/list-parts.ts";
import { More } from "../shell/more.tsx";
import { tell } from "../shell/notices.tsx";
import { go } from "../shell/router.ts";
import { SelectAll } from "../shell/select-all.tsx";
import { caller, messageOf, service } from "../shell/service.ts";
import { ago, moment } from "../shell/times.ts";
import { binTexts as words } from "./texts.ts";

type Binned = Awaited<ReturnType<typeof readBin>>["results"][number];

const readBin = (part: number) =>
  service.request("get", "/api/editor/bin/", {
    query: { page: String(part), pageSize: partSize, may: true },
  });

const restore = ({ id, latest_revision_id }: Binned) =>
  service.request("post", "/api/editor/bin/{id}/restore/", { params: { id }, ifMatch: latest_revision_id });

/** What is gone already is what was asked for. */
const purge = async ({ id }: Binned): Promise<void> => {
  try {
    await service.request("post", "/api/admin/pages/{id}/actions/", {
      params: { id },
      json: { action: "purge" },
    });
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error;
  }
};

const titleOf = ({ title }: Binned): string => title || words.untitled;

/** The pages that were deleted, until they are gone for good. */
export const Bin = () => {
  const list = useMemo(() => listInParts<Binned>(readBin, ({ id }) => String(id), messageOf), []);
  const selected = useSignal<ReadonlySet<number>>(new Set());
  const problems = useSignal<ReadonlyMap<number, string>>(new Map());
  const doomed = useSignal<readonly Binned[]>([]);
  const isBusy = useSignal(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void list.start();
  }, []);
  const items = list.items.value;
  const { value: count } = list.count;
  const chosen = items.filter(({ id }) => selected.value.has(id));
  const mayPurge = caller.value?.may.administrate ?? false;
  /** Each page by itself: one that is refused holds back no other. */
  const each = async (pages: readonly Binned[], work: (page: Binned) => Promise<unknown>) => {
    const done = new Set<number>();
    const refused = new Map(problems.value);
    isBusy.value = true;
    for (const page of pages)
      try {
        await work(page);
        done.add(page.id);
        refused.delete(page.id);
      } catch (error) {
        refused.set(page.id, messageOf(error));
      }
    isBusy.value = false;
    problems.value = refused;
    selected.value = new Set([...selected.value].filter((id) => !done.has(id)));
    list.drop(({ id }) => done.has(id));
    // The buttons of what is gone are gone, too.
    if (done.size > 0) heading.current?.focus();
    return done;
  };
  const restoreAll = async (pages: readonly Binned[]) => {
    const done = await each(pages, restore);
    const [id] = done;
    if (id === undefined) return;
    tell(
      words.restored(done.size),
      done.size === 1 ? { action: { label: words.write, act: () => void go(`/pages/${id}/edit/`) } } : {},
    );
  };
  const purgeAll = async (pages: readonly Binned[]) => {
    doomed.value = [];
    const done = await each(pages, purge);
    if (done.size > 0) tell(words.purged(done.size));
  };
  const toggle = (id: number) => {
    const next = new Set(selected.value);
    if (!next.delete(id)) next.add(id);
    selected.value = next;
  };
  const restorable = chosen.filter(({ may }) => may?.restore);
  return (
    <section class="bin">
      <header class="heading">
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        <p class="quiet" role="status">
          {count === null ? "" : words.count(count)}
        </p>
      </header>
      <p class="quiet">
        {words.intro} {!mayPurge && words.mayNotPurge}
      </p>
      {count === 0 && <p class="waiting">{words.none}</p>}
      {items.length > 1 && (
        <fieldset class="selection">
          <legend class="unseen">{words.selected(chosen.length)}</legend>
          <SelectAll
            ids={items.map(({ id }) => id)}
            selected={selected}
            label={chosen.length > 0 ? words.selected(chosen.length) : words.selectAll}
          />
          {restorable.length > 0 && (
            <button type="button" disabled={isBusy.value} onClick={() => void restoreAll(restorable)}>
              {words.restore}
            </button>
          )}
          {mayPurge && chosen.length > 0 && (
            <button type="button" disabled={isBusy.value} onClick={() => (doomed.value = chosen)}>
              {words.purge}
            </button>
          )}
        </fieldset>
      )}
      <ul class="binned">
        {items.map((page) => (
          <li key={page.id}>
            <input
              type="checkbox"
              aria-label={words.select(titleOf(page))}
              checked={selected.value.has(page.id)}
              onChange={() => toggle(page.id)}
            />
            <div>
              <strong dir="auto">{titleOf(page)}</strong>
              <small>
                {words.deleted(page.deleted_by, ago(page.deleted_at))} ·{" "}
                {words.stays(moment(page.expires_at))}
              </small>
              {!page.may?.restore && <small>{words.mayNotRestore}</small>}
              {problems.value.has(page.id) && (
                <p class="problem" role="alert">
                  {problems.value.get(page.id)}
                </p>
              )}
            </div>
            <div class="acts">
              {page.may?.restore && (
                <button
                  type="button"
                  disabled={isBusy.value}
                  aria-label={`${words.restore}: ${titleOf(page)}`}
                  onClick={() => void restoreAll([page])}
                >
                  {words.restore}
                </button>
              )}
              {mayPurge && (
                <button
                  type="button"
                  class="plain"
                  disabled={isBusy.value}
                  aria-label={`${words.purge}: ${titleOf(page)}`}
                  onClick={() => (doomed.value = [page])}
                >
                  {words.purge}
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <More list={list} />
      {doomed.value.length > 0 && (
        <Dialog title={words.purgeTitle} close={() => (doomed.value = [])}>
          <p>{words.purgeIntro(doomed.value.length)}</p>
          <ul class="doomed">
            {doomed.value.map((page) => (
              <li key={page.id} dir="auto">
                {titleOf(page)}
              </li>
            ))}
          </ul>
          <footer>
            <button type="button" onClick={() => (doomed.value = [])}>
              {words.cancel}
            </button>
            <button type="button" class="danger" onClick={() => void purgeAll(doomed.value)}>
              {words.purge}
            </button>
          </footer>
        </Dialog>
      )}
    </section>
  );
};
