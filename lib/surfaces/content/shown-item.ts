import { fileUrl } from "#lib/media/addresses.ts";
import { declaredMedia, emptyMedia, fieldsOfImages, type Image } from "#lib/media/media.ts";
import type { Selection } from "#lib/queries/fields.ts";
import type { ComputedImageFieldName, ImageFieldName } from "#lib/queries/item-fields.ts";

/** An item with the selected fields: `id`, `meta` unless it is empty, then the others. */
export const shownItem = <Name extends string>(
  selection: Selection<Name>,
  show: (name: Name) => unknown,
): Record<string, unknown> => {
  const valuesOf = (names: readonly Name[]): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, show(name)]));
  const { id, ...rest } = valuesOf(selection.body);
  return {
    ...(id === undefined ? {} : { id }),
    ...(selection.meta.length === 0 ? {} : { meta: valuesOf(selection.meta) }),
    ...rest,
  };
};

type FieldView = (image: Image, base: string) => unknown;

export const imageDetailUrl = ({ id }: Image, base: string): string => `${base}/api/cms/images/${id}/`;

/** The views of what items have beside declared fields. */
const computedViews: Readonly<Record<ComputedImageFieldName, FieldView>> = {
  id: ({ id }) => id,
  type: () => "images.Image",
  detail_url: imageDetailUrl,
  download_url: ({ file }) => fileUrl(file),
  width: ({ file }) => file.width,
  height: ({ file }) => file.height,
};

const tagsView: FieldView = ({ tags }) => [...tags].sort();

/** The view of each field of an image (contract#image-items). */
const fieldViews = new Map<string, FieldView>([
  ...Object.entries(computedViews),
  ...declaredMedia(fieldsOfImages).map(([name, field, wire]): [string, FieldView] => [
    wire,
    field.type === "tags" ? tagsView : (image) => image[name] ?? emptyMedia(field),
  ]),
]);

/** The selected fields of an image. `base` is the origin of `detail_url`; `download_url` has none. */
export const imageItemView = (
  image: Image,
  selection: Selection<ImageFieldName>,
  base: string,
): Record<string, unknown> => shownItem(selection, (name) => fieldViews.get(name)?.(image, base));

/** The absolute URL of the image within 512 × 512 pixels, as WebP. */
export const posterUrl = ({ cover }: Image, base: string): string => `${base}${fileUrl(cover)}`;
