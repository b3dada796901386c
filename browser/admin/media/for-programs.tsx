import type { MediaKind } from "./read-media.ts";
import { mediaPath } from "./read-media.ts";
import { words } from "./texts.ts";

/** A request as one pastes it into a shell, with a place for a token. */
const shownRequest = (method: string, url: string, body?: object): string => {
  const start = `curl -X ${method} -H 'Authorization: Bearer TOKEN'`;
  return body
    ? `${start} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}' '${url}'`
    : `${start} '${url}'`;
};

/** The same by the API, for whoever writes programs. */
export const ForPrograms = ({ kind, id }: { readonly kind: MediaKind; readonly id: number }) => {
  const url = `${location.origin}${mediaPath(kind)}${id}/`;
  const { use, read, change, remove } = words.steps;
  const steps = [
    [use, JSON.stringify({ type: kind, value: { id } })],
    [read, shownRequest("GET", url)],
    [change, shownRequest("PATCH", url, { title: "New title" })],
    [remove, shownRequest("DELETE", url)],
  ] as const;
  return (
    <details class="card programs">
      <summary>{words.forPrograms}</summary>
      {steps.map(([title, source]) => (
        <section key={title}>
          <h3>{title}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by keys */}
          <pre tabIndex={0}>{source}</pre>
        </section>
      ))}
    </details>
  );
};
