import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { OpenPage } from "../editor/open-page.ts";
import { needSchema, site } from "../shell/schema.ts";
import { caller, service } from "../shell/service.ts";
import { moment } from "../shell/times.ts";
import { takeStep } from "./acts.ts";
import { held } from "./held.ts";
import { type Act, allowedActs, type Hold, holdsOf } from "./standing.ts";
import { lockTexts as words } from "./texts.ts";
import { inBothZones } from "./zones.ts";

type May = Readonly<Partial<Record<Act | "edit", boolean>>>;

/** What holds a page: a lock, a review, a schedule; by whom, since when, and what the person may do about it. */
export const Strip = ({ page }: { readonly page: OpenPage }) => {
  const isBusy = useSignal(false);
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    let isLate = false;
    const read = () =>
      readHolds(page).then(
        (found) => {
          if (!isLate) held.value = found;
        },
        // The page is there without it; what a lock refuses is told where it is refused.
        () => {},
      );
    const look = () => {
      if (document.visibilityState === "visible") void page.refresh().catch(() => {});
    };
    void read();
    document.addEventListener("visibilitychange", look);
    return () => {
      isLate = true;
      document.removeEventListener("visibilitychange", look);
    };
  }, [page, page.shown.value, page.problem.value?.message]);
  useEffect(
    () => () => {
      held.value = [];
    },
    [page],
  );
  if (held.value.length === 0) return null;
  const may = (page.shown.value.may ?? {}) as May;
  const act = async (what: Act, hold: Hold) => {
    if (what === "unlock" && hold.kind === "lock" && !confirm(words.confirmUnlock(hold.owner))) return;
    isBusy.value = true;
    await takeStep(page, what);
    isBusy.value = false;
    // The button may be gone: the focus stays where it was pressed.
    element.current?.focus();
  };
  return (
    <section ref={element} class="holds" aria-label={words.label} tabIndex={-1}>
      {held.value.map((hold) => {
        const acts = allowedActs(hold, may);
        return (
          <div key={hold.kind}>
            <p>
              <strong dir="auto">{sentenceOf(hold)}</strong> {consequenceOf(hold, may, acts.length > 0)}
            </p>
            {acts.map((what) => (
              <button key={what} type="button" disabled={isBusy.value} onClick={() => act(what, hold)}>
                {words.acts[what]}
              </button>
            ))}
          </div>
        );
      })}
    </section>
  );
};

/** The list of pages says what the page itself does not; its log says who has done it. */
const readHolds = async ({ id, shown }: OpenPage): Promise<readonly Hold[]> => {
  const { slug, parent } = shown.value as unknown as {
    readonly slug: string;
    readonly parent: { readonly id: number };
  };
  const { results } = await service.request("get", "/api/editor/pages/", {
    query: { parent: parent.id, slug },
  });
  const page = results.find((each) => each.id === id);
  if (!page || !(page.locked || page.workflow || page.scheduled_for)) return [];
  const [log] = await Promise.all([
    service.request("get", "/api/editor/posts/{id}/history/", { params: { id } }),
    needSchema().catch(() => {}),
  ]);
  return holdsOf(page, log.results, caller.value?.user.username ?? "");
};

const sentenceOf = (hold: Hold): string => {
  const said = (as: (when: string) => string) => (hold.since === null ? "" : as(moment(hold.since)));
  const by = hold.by === null ? "" : words.by(hold.by);
  switch (hold.kind) {
    case "own lock":
      return words.ownLock(said(words.at));
    case "lock":
      return words.lock(hold.owner, said(words.at));
    case "lock of nobody":
      return words.lockOfNobody(said(words.at));
    case "schedule":
      return `${words.schedule(inBothZones(hold.time, site.value?.timezone, words.inOwnZone))}${by}.`;
    default:
      return `${words[hold.kind](hold.workflow, hold.task)}${said(words.since)}${by}.`;
  }
};

/** What follows for the person, and whom to ask for what they may not do. */
const consequenceOf = (hold: Hold, may: May, mayAct: boolean): string => {
  const isKept = may.edit ? [] : [words.copy];
  switch (hold.kind) {
    case "own lock":
      return may.edit ? "" : words.ownLockToo;
    case "lock":
      return [...(mayAct ? [] : [words.ask(hold.owner)]), ...isKept].join(" ");
    case "lock of nobody":
      return [...(mayAct ? [] : [words.askSomebody]), ...isKept].join(" ");
    case "schedule":
      return [words.frozen, ...(mayAct ? [] : [words.askPublisher]), ...isKept].join(" ");
    case "review":
      return [
        ...(may.edit ? [] : [words.reviewersOnly]),
        ...(may.approve ? [] : [words.notReviewer]),
        ...isKept,
      ].join(" ");
    case "changes":
      return may.start_workflow ? "" : words.notAuthor;
  }
};
