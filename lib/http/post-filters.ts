import { config } from "#lib/config.ts";
import { type PostFilterName, parsePostFilterNames } from "#lib/queries/post-filter-names.ts";
import { optionalSetting } from "./optional-setting.ts";

const configured = optionalSetting(() => config.postFilters());

/** The enhanced filters that are active on the site; all of them when their setting is wrong. */
export const postFilters = (): ReadonlySet<PostFilterName> => configured() ?? parsePostFilterNames(undefined);
