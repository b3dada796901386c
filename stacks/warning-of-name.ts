/**
 * The warning for a table that is adopted, if the boundary of docs/deploy-ci.md does not cover its name. A
 * boundary of one's own may cover it, so this is no refusal.
 */
export const warningOfName = (
  name: string,
  start: string,
  boundary: string | undefined,
): string | undefined =>
  boundary === undefined || name.startsWith(start)
    ? undefined
    : `EXISTING_TABLE ${name} does not begin with ${start}: the role and the boundary of examples/deploy/deployer.yaml allow nothing on such a table, and every function would fail. Restore into a name that begins so, unless your own policies cover it.`;
