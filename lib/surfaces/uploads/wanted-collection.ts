import { chosenCollection } from "#lib/access/chosen-collection.ts";
import { parseFields } from "#lib/http/parse-fields.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { collectionChoice } from "#lib/routes/upload-forms.ts";
import type { UploadCall } from "./upload-call.ts";

/** The id of the collection that the form names, or need not name; checked before anything else of a form. Refusals: those of `chosenCollection`, and `collection/invalid`. */
export const wantedCollection = ({ body, principal }: UploadCall, kind: MediaKind): number => {
  const { collection } = parseFields(collectionChoice, body);
  return chosenCollection(principal, kind, collection);
};
