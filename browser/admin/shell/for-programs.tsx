import { texts } from "../texts/index.ts";

/** A request as one pastes it into a shell, with a place for a token. */
export const shownRequest = (method: string, url: string, body?: object): string => {
  const start = `curl${method === "GET" ? "" : ` -X ${method}`} -H 'Authorization: Bearer TOKEN'`;
  return body
    ? `${start} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}' '${url}'`
    : `${start} '${url}'`;
};

/** How programs do the same, each step with its title and commands. */
export const ForPrograms = ({
  steps,
}: {
  readonly steps: readonly (readonly [title: string, source: string])[];
}) => (
  <details class="card programs">
    <summary>
      <h2>{texts.forPrograms}</h2>
    </summary>
    {steps.map(([title, source]) => (
      <section key={title}>
        <h3>{title}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by keys */}
        <pre tabIndex={0}>{source}</pre>
      </section>
    ))}
  </details>
);
