import type { Test } from "./marked-tests.ts";
import { type RuleSection, ruleSections } from "./rules.ts";

/** The page that shows which tests prove which rule, as Markdown: a table for each section. */
export const rulesPage = (tests: readonly Test[]): string => `# Rules

What the specification of the editor API demands, and the tests that prove it. Generated from \`test/rules/rules.ts\` and
the titles of the tests by \`npm run rules\`.

${ruleSections.map((section) => sectionPart(section, tests)).join("\n")}`;

const sectionPart = ({ name, about, rules }: RuleSection, tests: readonly Test[]): string => `## ${name}

${about}

| Rule | Says | Proved by |
| --- | --- | --- |
${Object.entries(rules)
  .map(([key, says]) => `| ${code(key)} | ${says} | ${proofs(`${name} ${key}`, tests)} |\n`)
  .join("")}`;

const code = (key: string): string => (/^[0-9]+$/.test(key) ? key : `\`${key.replace(/^field /, "")}\``);

const proofs = (rule: string, tests: readonly Test[]): string =>
  tests
    .filter(({ marks }) => marks.includes(rule))
    .map(({ title, file }) => `${escaped(title)} ([${file.replace(/^test\//, "")}](../${file}))`)
    .join("<br>");

const escaped = (title: string): string => title.replace(/[\\`*_<>|[\]]/g, "\\$&");
