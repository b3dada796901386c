import type { QueryDeclaration } from "./query-declaration.ts";

export interface PasswordQuery {
  /** True if the password form has sent the visitor back, because the password was wrong. */
  readonly passwordWasWrong: boolean;
}

/** The query of pages that may ask for a password. Refuses nothing. */
export const passwordQuery: QueryDeclaration<PasswordQuery> = {
  parameters: {
    password: { description: "`wrong`: the form that asks for the password says that it was wrong." },
  },
  parse: (params) => ({ passwordWasWrong: params.get("password") === "wrong" }),
};
