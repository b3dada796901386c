import type { Caller } from "#lib/access/principal.ts";
import { proofFields } from "./account.ts";
import { type PageFrame, type ServicePage, servicePage } from "./page-frame.ts";

/** The form by which people change their own password (contract#password-change). */
export const passwordChangePage = (
  frame: PageFrame,
  caller: Pick<Caller, "session">,
  { problem = "", isChanged = false }: { readonly problem?: string; readonly isChanged?: boolean },
): ServicePage => {
  const password = (name: string, label: string, autocomplete: string) =>
    ({ name, label, type: "password", autocomplete }) as const;
  return servicePage(frame, {
    title: "Change your password",
    text: isChanged ? "Your password is changed. Your other sessions have ended." : "",
    form: {
      address: "/accounts/password-change/",
      problem,
      inputs: [
        password("current_password", "Current password", "current-password"),
        password("new_password", "New password, at least 12 characters", "new-password"),
        password("new_password_again", "New password again", "new-password"),
      ],
      hidden: { next: "/accounts/password-change/?changed=yes", ...proofFields(caller) },
      button: "Change the password",
    },
  });
};
