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
    readFailing().then(
      (found) => {
        failing.value = found;
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

/** Those that the service has switched off, and those whose last delivery was given up. */
const readFailing = async () => {
  const { results } = await service.request("get", "/api/editor/webhooks/");
  const found = await Promise.all(
    results.map(async ({ id, name, problem }) => {
      if (problem) return { id, name, problem };
      const deliveries = await service.request("get", "/api/editor/webhooks/{id}/deliveries/", {
        params: { id },
        query: { pageSize: 20 },
      });
      // What waits is listed first.
      const last = deliveries.results.find(({ state }) => state !== "waiting");
      const isGivenUp = last?.state === "failed";
      return isGivenUp ? { id, name, problem: texts.start.notDelivered } : undefined;
    }),
  );
  return found.filter((webhook) => webhook !== undefined);
};
