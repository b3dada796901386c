import { escapeHtml } from "#lib/richtext/escape-html.ts";

/** A page with one form. */
export interface FormPage {
  readonly title: string;
  /** The address that the form is sent to. */
  readonly address: string;
  /** What was wrong with the last attempt; empty for nothing. */
  readonly problem: string;
  readonly inputs: readonly Input[];
  /** Hidden fields, by name. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly button: string;
}

interface Input {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "password";
  /** HTML's `autocomplete`. */
  readonly autocomplete: string;
}

export const formPage = ({
  title,
  address,
  problem,
  inputs,
  hidden,
  button,
}: FormPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 1rem/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0; }
  form { display: grid; gap: 1rem; width: min(20rem, 90vw); }
  h1 { font-size: 1.5rem; margin: 0; }
  label { display: grid; gap: .25rem; font-weight: 600; }
  input, button { font: inherit; padding: .6rem .75rem; border: 1px solid #8a8a8a; border-radius: .4rem; }
  button { background: #1f5f4a; border-color: #1f5f4a; color: #fff; font-weight: 600; cursor: pointer; }
  [role="alert"] { margin: 0; color: #b3261e; font-weight: 600; }
  [role="alert"]:empty { display: none; }
  :focus-visible { outline: 3px solid #6db79c; outline-offset: 1px; }
</style>
</head>
<body>
<form method="post" action="${escapeHtml(address)}">
  <h1>${escapeHtml(title)}</h1>
  <p role="alert">${escapeHtml(problem)}</p>
${[...inputs.map(inputHtml), ...Object.entries(hidden).map(hiddenHtml)].map((line) => `  ${line}\n`).join("")}\
  <button>${escapeHtml(button)}</button>
</form>
</body>
</html>
`;

const inputHtml = ({ name, label, type, autocomplete }: Input, index: number): string => {
  const focus = index === 0 ? " autofocus" : "";
  return `<label>${escapeHtml(label)} <input name="${name}" type="${type}" autocomplete="${autocomplete}" required${focus}></label>`;
};

const hiddenHtml = ([name, value]: readonly [string, string]): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
