import { escapeHtml } from "#lib/richtext/escape-html.ts";

/** The sign-in form, perhaps with what was wrong the last time; people go on to `next` afterwards. */
export const signInPage = (next = "/", problem = ""): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in</title>
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
<form method="post" action="/accounts/login/">
  <h1>Sign in</h1>
  <p role="alert">${escapeHtml(problem)}</p>
  <label>Username <input name="username" autocomplete="username" required autofocus></label>
  <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
  <input type="hidden" name="next" value="${escapeHtml(next)}">
  <button>Sign in</button>
</form>
</body>
</html>
`;
