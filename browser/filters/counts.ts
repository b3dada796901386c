/** The groups of filters, in the order in which they are shown. */
export const parameters = ["category_facets", "tag_facets", "date_facets"] as const;

export interface Group {
  readonly selected: string;
  readonly all_count: number;
  readonly options: readonly { readonly slug: string; readonly name: string; readonly count: number }[];
}

/** What the API answers in the modal mode: each group is counted without its own selection. */
export interface Counts {
  readonly result_count: number;
  readonly groups: Readonly<Partial<Record<(typeof parameters)[number], Group>>>;
}

/** Throws unless the API answers. */
export const countsFor = async (
  address: string,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<Counts> => {
  const answer = await fetch(`${address}?${new URLSearchParams([...query, ["mode", "modal"]])}`, { signal });
  if (!answer.ok) throw new Error(`The counts are a ${answer.status}.`);
  return answer.json();
};
