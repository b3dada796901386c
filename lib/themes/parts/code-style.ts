import { vouchedHtml } from "#lib/richtext/safe-html.ts";

/** The colours of code, in pages that have some. They are readable on the `tint` of every theme. */
export const codeStyle = vouchedHtml(`
:root { --code-comment: #5e5c55; --code-keyword: #8a2f6b; --code-string: #2a6a2a; --code-number: #92480a; --code-name: #1d5a96; --code-attribute: #675705; --code-removed: #a3271c; }
@media (prefers-color-scheme: dark) {
  :root { --code-comment: #a3a29b; --code-keyword: #dd9fc8; --code-string: #9ccf8f; --code-number: #e0a46b; --code-name: #8fbfe8; --code-attribute: #d3c27a; --code-removed: #f2a097; }
}
pre .comment { color: var(--code-comment); }
pre .keyword { color: var(--code-keyword); }
pre .string, pre .added { color: var(--code-string); }
pre .number { color: var(--code-number); }
pre .name { color: var(--code-name); }
pre .attribute { color: var(--code-attribute); }
pre .removed { color: var(--code-removed); }
`);
