/**
 * The settings of a site (docs/settings.md) as they stand in the environment, or the `.env` files, of whoever
 * deploys it.
 */
export const settings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^(SITE_|ADMIN_GLOBAL_EDIT_LOCK$)/.test(name) ? [[name, value]] : [],
    ),
  );
