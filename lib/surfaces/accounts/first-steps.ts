import type * as z from "zod/mini";
import { passwordProblemSentence } from "#lib/access/strength.ts";
import type { FirstSteps } from "#lib/actions/people/set-up-site.ts";
import { readFields } from "#lib/http/body.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { firstSteps } from "#lib/routes/setup.ts";
import type { ThemeName } from "#lib/themes/theme-names.ts";
import type { TypedValues } from "./setup-page.ts";

type Body = Readonly<Record<string, unknown>>;

/** What the first person says. Refuses `validation_error` with all problems at once. */
export const parseFirstSteps = (body: Body, themes: readonly ThemeName[]): Omit<FirstSteps, "client"> => {
  const { fields, problems } = readFields(firstSteps, body);
  refuseProblems([...problems, ...problemsWith(body, themes, problems)]);
  const {
    username,
    email = "",
    password,
    site_name,
    language,
    timezone,
    first,
    theme,
  } = fields as z.output<typeof firstSteps>;
  return {
    ...{ username, email, password },
    settings: {
      name: site_name,
      ...(language !== undefined && { locale: language }),
      ...(timezone !== undefined && { timezone }),
      ...(theme !== undefined && { theme }),
    },
    first: { kind: first.type === "site.Podcast" ? "podcast" : "blog", title: first.title },
  };
};

/** What the shape does not say. Each field has one problem at a time. */
const problemsWith = (
  { username, password, site_name, theme }: Body,
  themes: readonly ThemeName[],
  found: readonly Problem[],
): Problem[] => {
  const isSound = (path: string) => !found.some((problem) => problem.path === path);
  const names = [username, site_name].filter((name) => typeof name === "string");
  const fault =
    isSound("password") && typeof password === "string" && passwordProblemSentence(password, names);
  const isUnknown = theme !== undefined && isSound("theme") && !themes.some(({ slug }) => slug === theme);
  return [
    ...(fault ? [{ path: "password", code: "invalid", message: fault } as const] : []),
    ...(isUnknown
      ? [{ path: "theme", code: "invalid_choice", message: "The site has no such theme." } as const]
      : []),
  ];
};

/** The secret that a request brings; empty for none. */
export const secretIn = ({ secret }: Body): string => (typeof secret === "string" ? secret : "");

const optional = ["email", "language", "timezone", "theme"];

/** The body of the form, in which an empty field says nothing. */
export const asForm = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !(optional.includes(name) && value === "")),
  );

/** What somebody has typed into the form, but for the password. */
export const typedIn = ({ secret: _, password: __, next: ___, first, ...fields }: Body): TypedValues =>
  Object.fromEntries(
    [
      ...Object.entries(fields),
      ...Object.entries((first ?? {}) as object).map(([name, value]) => [`first.${name}`, value] as const),
    ].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
