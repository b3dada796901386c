import { minPasswordLength } from "#lib/access/strength.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { settingFields } from "#lib/site/site.ts";
import type { AccessInput } from "#lib/themes/page-parts.ts";
import { choiceInput } from "#lib/themes/parts/choice-input.ts";
import type { ThemeName } from "#lib/themes/theme-names.ts";
import { timezoneNames } from "#lib/timezone.ts";
import { type PageFrame, type ServicePage, servicePage } from "./page-frame.ts";

/** What somebody has typed, by the name of the field in the form; secrets are typed again. */
export type TypedValues = Readonly<Record<string, string>>;

export interface SetupForm {
  readonly secret: string;
  readonly themes: readonly ThemeName[];
  readonly typed?: TypedValues;
  readonly problems?: readonly Problem[] | undefined;
  /** In place of them: what is wrong besides. */
  readonly problem?: string | undefined;
}

const firstTypes = [
  { value: "site.Blog", label: "A blog" },
  { value: "site.Podcast", label: "A podcast" },
];

/** The form that makes the first account of a service (contract#first-steps). It works without script. */
export const setupPage = (
  frame: PageFrame,
  { secret, themes, typed = {}, problems = [], problem = problemsInWords(problems) }: SetupForm,
): ServicePage => {
  const wrong = problems.map(({ path }) => path);
  const input = (name: string, label: string, more: Partial<AccessInput> = {}): AccessInput => ({
    ...{ name, label, type: "text", autocomplete: "off" },
    ...(typed[name] !== undefined && { value: typed[name] }),
    ...more,
  });
  const choice = (name: string, label: string, options: readonly { value: string; label: string }[]) =>
    choiceInput({
      name,
      label,
      options,
      value: typed[name] ?? options[0]?.value ?? "",
      isWrong: wrong.includes(name),
    });
  const zones = timezoneNames().map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
  return servicePage(frame, {
    title: "Set up your site",
    text: "You make the first account, which may do everything, and name the site. All of it can be changed later.",
    form: {
      address: "/api/setup/",
      problem,
      wrong,
      inputs: [
        input("site_name", "Name of the site", { autofocus: true }),
        input("first.title", "Title of its first blog or podcast"),
        input("username", "Your username", { autocomplete: "username" }),
        input("email", "Your e-mail address, if you like", {
          ...{ type: "email", autocomplete: "email", required: false },
        }),
        input("password", `Your password, at least ${minPasswordLength} characters`, {
          ...{ type: "password", autocomplete: "new-password" },
        }),
        input("language", "Language of its pages, such as en or de-AT", {
          value: typed.language ?? settingFields.locale.empty,
        }),
      ],
      choices: [
        choice("first.type", "It begins with", firstTypes),
        choice(
          "theme",
          "Theme",
          themes.map(({ slug, name }) => ({ value: slug, label: name })),
        ),
        choice("timezone", "Time zone", zones),
      ],
      hidden: { secret, next: "/" },
      button: "Set up the site",
    },
  });
};

/** What people call the fields of the form. */
const labels: Readonly<Record<string, string>> = {
  site_name: "Name of the site",
  first: "Blog or podcast",
  "first.title": "Title",
  "first.type": "It begins with",
  username: "Username",
  email: "E-mail address",
  password: "Password",
  language: "Language",
  theme: "Theme",
  timezone: "Time zone",
};

/** All problems of a form in a line: at which field, and what is wrong. */
const problemsInWords = (problems: readonly Problem[]): string =>
  problems.map(({ path, message }) => `${labels[path] ?? path}: ${message}`).join(" ");
