import type { QueryDeclaration } from "./query-declaration.ts";

/** What a request says about a password that was entered on the way to it. */
export interface PasswordQuery {
  /** True for visitors whom the form has sent back, because the password was wrong. */
  readonly passwordWasWrong: boolean;
}

/** The query of what may ask for a password. Nothing is refused. */
export const passwordQuery: QueryDeclaration<PasswordQuery> = {
  parameters: {
    password: { description: "`wrong`: the form that asks for the password says that it was wrong." },
  },
  parse: (params) => ({ passwordWasWrong: params.get("password") === "wrong" }),
};
