import { type PageFrame, type ServicePage, servicePage } from "./page-frame.ts";

/** What the form has in it: where it leads, the name from the last attempt, and what was wrong with it. */
export interface SignInForm {
  readonly next: string;
  readonly username?: string;
  readonly problem?: string;
}

export const signInPage = (
  frame: PageFrame,
  { next, username = "", problem = "" }: SignInForm,
): ServicePage => {
  const cursor = { autofocus: true } as const;
  const name = { name: "username", label: "Username", type: "text", autocomplete: "username" } as const;
  const password = {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "current-password",
  } as const;
  return servicePage(frame, {
    title: "Sign in",
    text: "",
    form: {
      address: "/accounts/login/",
      problem,
      inputs:
        username === ""
          ? [{ ...name, ...cursor }, password]
          : [
              { ...name, value: username },
              { ...password, ...cursor },
            ],
      hidden: { next },
      button: "Sign in",
    },
  });
};
