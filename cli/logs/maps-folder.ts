/** Where a deployment keeps the source maps of a stage's functions, in the project's folder. */
export const mapsFolder = (stage: string): string => `.sst/source-maps/${stage}`;
