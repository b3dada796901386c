/** The folder in which a deployment keeps the source maps of a stage's functions. */
export const mapsFolder = (stage: string): string => `.sst/source-maps/${stage}`;
