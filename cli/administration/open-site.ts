import type { SiteAdministration } from "./site-administration.ts";

/** The site that a command works on, as its options say. */
export interface SiteChoice {
  readonly data?: string | undefined;
  readonly stage?: string | undefined;
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly profile?: string | undefined;
}

/** Gives access to a site until it is disposed of. `creates`: a data directory may be made. */
export type OpenSite = (
  choice: SiteChoice,
  context: { readonly environment: Readonly<Record<string, string | undefined>> },
  options?: { readonly creates?: boolean },
) => Promise<SiteAdministration>;
