import type { Caller } from "#lib/access/principal.ts";
import type { Request } from "#lib/http/request.ts";
import { customThemes } from "#lib/settings/themes.ts";
import { proofFields } from "#lib/surfaces/accounts/account.ts";
import { comingBack } from "#lib/surfaces/accounts/sign-in-reply.ts";
import type { ThemeChoice } from "#lib/themes/theme.ts";
import { themesWith } from "#lib/themes/theme-names.ts";

/** The form in which the visitor chooses a theme, and which leads back (contract#theme-selection). */
export const themeChoice = (
  request: Pick<Request, "path" | "query">,
  caller: Pick<Caller, "principal" | "session">,
  selected: string,
): ThemeChoice => {
  const query = new URLSearchParams(request.query);
  // These would outweigh what is chosen.
  for (const name of ["theme", "template_base_dir"]) query.delete(name);
  const next = comingBack({ path: request.path, query });
  return {
    address: `/api/update_theme/?${new URLSearchParams({ next })}`,
    kept: caller.principal ? proofFields(caller) : {},
    options: themesWith(customThemes()).map((theme) => ({ ...theme, isSelected: theme.slug === selected })),
  };
};
