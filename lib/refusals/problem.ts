/** Every code of a field problem, and what it says about the field (docs/errors.md). */
export const problemCodes = {
  ambiguous: "The field is missing, and more than one value is possible.",
  blank: "The text is empty.",
  cardinality: "The parameter must be given exactly once.",
  collection_permission_denied:
    "The collection does not exist, or the caller may not put such media into it.",
  conflict: "Two fields that exclude each other are given.",
  duplicate: "Another object, or another field of the request, has the value already.",
  empty: "The file has no content.",
  file_too_large: "The file has more bytes than are taken.",
  file_too_many_pixels:
    "The image has more pixels or frames than are taken, or takes too much memory to decode.",
  gps_metadata: "The image says where it was taken, and that cannot be removed from it.",
  inline_embed: "The rich text contains an embed tag.",
  inline_image: "The Markdown contains an image.",
  invalid: "The value is of the wrong type, or not of the field's grammar.",
  invalid_choice: "The value is none of those that the field may have.",
  invalid_content_type: "The file is declared to be of a type that the field does not take.",
  invalid_extension: "The file's name has an extension that the field does not take.",
  invalid_image: "The file is no image, or a damaged one.",
  invalid_image_extension: "The file's name has an extension that images do not have.",
  invalid_image_known_format: "The file is an image of another format than its name says.",
  invalid_media_container: "The file's content is not of the format that its name says.",
  markdown_unavailable: "The service does not take Markdown.",
  max_length: "The text or list is too long.",
  min_value: "The number is too small.",
  mismatch: "The value contradicts the same statement made elsewhere in the request.",
  not_a_list: "The value is not a list.",
  not_found: "What the value refers to does not exist, or the caller may not use it.",
  null: "The value is null where null says nothing.",
  null_characters_not_allowed: "The text contains a null character.",
  parse_error: "The body is not of its media type's syntax.",
  required: "The field is missing.",
  too_many_files: "More files are given than the request takes.",
  unknown: "The query has parameters that the route does not know.",
  unsupported: "The field asks for something that the route does not do.",
  unsupported_block_type: "Blocks of this type cannot be written here.",
  unsupported_parameter: "The route does not know the parameter.",
} as const satisfies Record<string, string>;

export type ProblemCode = keyof typeof problemCodes;

/**
 * One problem of a request, at a dotted path in its body or query; `non_field_errors` is the whole request.
 */
export interface Problem {
  readonly path: string;
  readonly code: ProblemCode;
  readonly message: string;
}

/** A refusal reports its first problems only: a body may have hundreds of thousands. */
export const maxReportedProblems = 500;
