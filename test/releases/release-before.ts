/**
 * The newest release, whose functions a stage may go back to after a deployment of today's code. Moved by the
 * first change after a release (CONTRIBUTING.md#release).
 */
export const releaseBefore = {
  version: "0.3.0",
  commit: "2e51496943488eb1431f3379cdb0cecdc153a115",
} as const;
