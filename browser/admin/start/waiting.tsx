import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { addressOf } from "../shell/router.ts";
import { caller, service } from "../shell/service.ts";
import { waitingComments } from "../shell/waiting-comments.ts";
import { texts } from "../texts/index.ts";

/** Comments that wait for a decision, for those who decide. */
export const WaitingComments = () =>
  waitingComments.value ? (
    <section class="card" aria-label={texts.start.comments}>
      <h2>{texts.start.comments}</h2>
      <p>
        <a href={addressOf("/comments/")}>{texts.start.commentsWait(waitingComments.value)}</a>
      </p>
    </section>
  ) : null;

/** Webhooks that the service could not call, for administrators. */
export const FailingWebhooks = () => {
  const failing = useSignal<
    readonly { readonly id: number; readonly name: string; readonly problem: string }[]
  >([]);
  const mayAdministrate = caller.value?.may.administrate;
  useEffect(() => {
    if (!mayAdministrate) return;
    service.request("get", "/api/editor/webhooks/").then(
      ({ results }) => {
        failing.value = results.flatMap(({ id, name, problem }) => (problem ? [{ id, name, problem }] : []));
      },
      // The settings say what is wrong; the start does without.
      () => {},
    );
  }, [mayAdministrate]);
  if (failing.value.length === 0) return null;
  return (
    <section class="card" aria-label={texts.start.webhooks}>
      <h2>{texts.start.webhooks}</h2>
      <ul>
        {failing.value.map(({ id, name, problem }) => (
          <li key={id}>
            <a href={addressOf("/settings/webhooks/")}>{name}</a>
            <small>{problem}</small>
          </li>
        ))}
      </ul>
    </section>
  );
};
