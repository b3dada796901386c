/** The zod of the Astro that loads the site. */
declare module "astro/zod" {
  export const z: { readonly any: () => unknown };
}
