import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { isPostType } from "../editor/page-service.ts";
import { addressOf } from "../shell/router.ts";
import { caller, messageOf, service } from "../shell/service.ts";
import { State, stateOf } from "../shell/state.tsx";
import { ago } from "../shell/times.ts";
import { texts } from "../texts/index.ts";
import { FailingWebhooks, WaitingComments } from "./waiting.tsx";

const shown = 6;

/** The lists of the start, each with the query that reads it. */
const lists = [
  { title: texts.start.recent, query: {} },
  { title: texts.start.drafts, query: { state: "draft" } },
  { title: texts.start.scheduled, query: { state: "scheduled" } },
  { title: texts.start.reviews, query: { state: "workflow" } },
];

/** What one worked on, and what waits for somebody. */
export const Start = () => (
  <section class="start">
    <h1>{texts.start.hello(caller.value?.user.username ?? "")}</h1>
    <div class="cards">
      {lists.map(({ title, query }, index) => (
        <Card key={title} title={title} query={query} isFirst={index === 0} />
      ))}
      <WaitingComments />
      <FailingWebhooks />
    </div>
  </section>
);

const Card = ({
  title,
  query,
  isFirst,
}: {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  readonly isFirst: boolean;
}) => {
  const pages = useSignal<readonly EditablePage[] | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    service
      .request("get", "/api/editor/pages/", {
        query: { ...query, page: "1", pageSize: shown, order: "-changed_at" } as never,
      })
      .then(
        ({ results }) => {
          pages.value = results.filter(({ type }) => isPostType(type));
        },
        (error) => {
          problem.value = messageOf(error);
        },
      );
  }, []);
  if (!isFirst && pages.value?.length === 0) return null;
  return (
    <section class={isFirst ? "card wide" : "card"} aria-label={title}>
      <h2>{title}</h2>
      {problem.value && <p class="problem">{problem.value}</p>}
      {pages.value?.length === 0 && (
        <p class="waiting">
          <a class="button primary" href={addressOf("/pages/new/")}>
            {texts.start.writeFirst}
          </a>
        </p>
      )}
      <ul>
        {pages.value?.map((page) => (
          <li key={page.id}>
            <a href={addressOf(`/pages/${page.id}/edit/`)}>{page.title || texts.pages.untitled}</a>
            <small>{ago(page.changed_at ?? Date.now())}</small>
            <State status={stateOf(page)} />
          </li>
        ))}
      </ul>
    </section>
  );
};
