import * as z from "zod/mini";
import { episodeTypes } from "#lib/pages/content.ts";
import { choiceField } from "./fields.ts";
import { explanation, oneOf } from "./shapes.ts";

/** What the values mean that podcast directories know (contract#episode-fields). */
const explicitValues = [1, 2, 3] as const;
const explicitMeanings = { 1: "yes, the default", 2: "no", 3: "clean" };

const typeMeanings = {
  full: "an ordinary episode",
  trailer: "an announcement",
  bonus: "beside the ordinary episodes",
  "": "as full",
};

export const explicitness = z
  .literal(explicitValues)
  .register(z.globalRegistry, { description: explanation(explicitMeanings) });

export const explicitField = choiceField(explicitValues, explicitMeanings);

export const episodeType = oneOf(episodeTypes, typeMeanings);

export const episodeTypeField = choiceField(episodeTypes, typeMeanings);
