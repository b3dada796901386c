import { service } from "../shell/service.ts";

/** Pages with an address, for links to them. */
export const findPages = async (search: string) => {
  const { results } = await service.request("get", "/api/editor/pages/", {
    query: { q: search, page: "1", pageSize: 8 },
  });
  return results.flatMap(({ title, public_url: url }) => (url ? [{ title, url }] : []));
};
