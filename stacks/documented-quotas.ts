/** The quotas that a deployment warns of; docs/deploy.md has the same numbers. */

/** A page that loads its list, its facets and some pictures asks several functions at once. */
export const enoughConcurrency = 100;

/** AWS's default for roles; a stage needs one for each set of rights, each job and each schedule. */
export const rolesQuota = { perAccount: 1_000, perStage: 45 };
