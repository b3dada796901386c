/** The value of a resource that AWS makes: as long as the key of an API, which is the site's secret. */
export const madeByAws = (name: string): string => `${name}-made-by-AWS`.padEnd(40, "-");
