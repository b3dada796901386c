import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { browserName } from "../shell/browser-name.ts";
import { More } from "../shell/more.tsx";
import { addressOf, go, place } from "../shell/router.ts";
import { moment, moments } from "../shell/times.ts";
import { texts } from "../texts/index.ts";
import { Comparison } from "./comparison.tsx";
import { type PublicTime, publicTimes } from "./public-times.ts";
import { type Deed, type PageHistory, pageHistory, type Revision } from "./read-history.ts";
import { historyTexts as words } from "./texts.ts";

/** The versions of a page, any two of them side by side, and what was done to it. */
export const History = ({ id }: { readonly id: number }) => {
  const history = useMemo(() => pageHistory(id), [id]);
  useEffect(() => {
    void history.start();
  }, [history]);
  const { page, problem, revisions } = history;
  const count = revisions.count.value;
  const view = place.value.query.get("view") === "log" ? "log" : "versions";
  const title = page.value ? String(page.value.title) || texts.pages.untitled : "";
  if (!page.value)
    return (
      <p class={problem.value ? "waiting problem" : "waiting"} role={problem.value ? "alert" : "status"}>
        {problem.value || words.reading}
      </p>
    );
  return (
    <section class="history">
      <header class="heading">
        <h1>{words.of(title)}</h1>
        <a class="back" href={addressOf(`/pages/${id}/edit/`)}>
          {words.back}
        </a>
      </header>
      <nav class="tabs" aria-label={words.title}>
        <a href={addressOf(`/pages/${id}/history/`)} aria-current={view === "versions" ? "page" : undefined}>
          {words.versions}
        </a>
        <a
          href={addressOf(`/pages/${id}/history/?view=log`)}
          aria-current={view === "log" ? "page" : undefined}
        >
          {words.log}
        </a>
        <span class="quiet" role="status">
          {view === "versions" && count !== null ? words.count(count) : ""}
        </span>
      </nav>
      {view === "versions" ? <Versions id={id} history={history} /> : <Log id={id} history={history} />}
    </section>
  );
};

const numberIn = (name: string): number | undefined => {
  const value = Number(place.value.query.get(name));
  return Number.isInteger(value) && value > 0 ? value : undefined;
};

const isNarrow = () => matchMedia("(max-width: 60rem)").matches;

const Versions = ({ id, history }: { readonly id: number; readonly history: PageHistory }) => {
  const revisions = history.revisions.items.value;
  const chosen = numberIn("revision") ?? revisions[0]?.id;
  const against = numberIn("against");
  const publics = publicTimes(history.log.items.value);
  const isToBeShown = useSignal(false);
  const choose = (revision: number, other?: number) => {
    // On a narrow window the comparison stands below the list: one is led there.
    isToBeShown.value = isNarrow();
    const query = other === undefined ? "" : `&against=${other}`;
    void go(`/pages/${id}/history/?revision=${revision}${query}`, { replaces: true });
  };
  const byId = new Map(revisions.map((revision) => [revision.id, revision]));
  return (
    <div class="versions">
      <div>
        <ol class="revisions" aria-label={words.versions}>
          {revisions.map((revision) => (
            <Version
              key={revision.id}
              revision={revision}
              restored={revision.restored_from === null ? undefined : byId.get(revision.restored_from)}
              publics={publics.get(revision.id) ?? []}
              isChosen={revision.id === chosen}
              isOther={revision.id === against}
              choose={() => choose(revision.id)}
              compare={chosen === undefined ? undefined : () => choose(chosen, revision.id)}
            />
          ))}
        </ol>
        <More list={history.revisions} />
      </div>
      {chosen !== undefined && (
        <Comparison
          id={id}
          history={history}
          chosen={chosen}
          against={against}
          isToBeShown={isToBeShown}
          withPrevious={() => choose(chosen)}
        />
      )}
    </div>
  );
};

interface VersionProps {
  readonly revision: Revision;
  readonly restored: Revision | undefined;
  readonly publics: readonly PublicTime[];
  readonly isChosen: boolean;
  readonly isOther: boolean;
  readonly choose: () => void;
  readonly compare: (() => void) | undefined;
}

const Version = ({ revision, restored, publics, isChosen, isOther, choose, compare }: VersionProps) => {
  const when = moment(revision.created_at);
  return (
    <li class={isChosen ? "chosen" : isOther ? "other" : ""}>
      <button type="button" class="plain pick" aria-pressed={isChosen} onClick={choose}>
        <time dateTime={revision.created_at}>{when}</time>
        <span dir="auto">{words.by(revision.user)}</span>
      </button>
      {!isChosen && compare && (
        <button
          type="button"
          class="plain compare"
          aria-label={words.compareWith(when)}
          aria-pressed={isOther}
          onClick={compare}
        >
          {words.compare}
        </button>
      )}
      <div class="facts">
        {revision.is_latest && <span class="state">{words.newest}</span>}
        {revision.is_public && <span class="state live">{words.publicNow}</span>}
        {revision.scheduled_for && (
          <span class="state scheduled">{words.scheduledFor(moment(revision.scheduled_for))}</span>
        )}
        {publics.map(({ from, until }) => (
          <small key={from}>
            {until ? words.wasPublic(moments(from, until)) : words.publicSince(moment(from))}
          </small>
        ))}
        {revision.restored_from !== null && (
          <small>
            {words.restoredFrom(restored ? moment(restored.created_at) : `#${revision.restored_from}`)}
          </small>
        )}
        {revision.client && <small dir="auto">{words.client(browserName(revision.client))}</small>}
      </div>
    </li>
  );
};

const Log = ({ id, history }: { readonly id: number; readonly history: PageHistory }) => {
  return (
    <>
      <ol class="deeds" aria-label={words.log}>
        {history.log.items.value.map((deed) => (
          <li key={`${deed.at} ${deed.kind} ${deed.revision_id}`}>
            <time dateTime={deed.at}>{moment(deed.at)}</time>
            <span dir="auto">{sentenceOf(deed)}</span>
            {deed.revision_id !== null && (
              <a href={addressOf(`/pages/${id}/history/?revision=${deed.revision_id}`)}>
                {words.seeVersion}
                <span class="unseen">: {moment(deed.at)}</span>
              </a>
            )}
          </li>
        ))}
      </ol>
      <More list={history.log} />
    </>
  );
};

const sentenceOf = ({ user, kind }: Deed): string => {
  const who = user ?? words.service;
  return words.deeds[kind]?.(who) ?? words.otherDeed(who, kind);
};
