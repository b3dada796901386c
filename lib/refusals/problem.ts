/** Every code of a field problem, and what it says about the field (docs/errors.md). */
export const problemCodes = {
  ambiguous: "The field is missing, and more than one value is possible.",
  blank: "The text is empty.",
  cardinality: "The parameter must be given exactly once.",
  collection_permission_denied: "The collection does not exist, or the caller may not add such media to it.",
  conflict: "Two fields that exclude each other are given.",
  duplicate: "Another object, or another field of the request, has the value already.",
  embed_host_not_enabled: "The address is of a host of which the site embeds nothing.",
  empty: "The file has no content.",
  file_too_large: "The file is too large.",
  file_too_many_pixels: "The image has too many pixels or frames, or takes too much memory to decode.",
  gps_metadata: "The image tells where it was taken, and that cannot be removed.",
  inline_embed: "The rich text contains an embed tag.",
  inline_image: "The Markdown contains an image.",
  invalid: "The value is of the wrong type, or does not match the field's grammar.",
  invalid_choice: "The value is not one of the field's choices.",
  invalid_content_type: "The field does not take files of the declared content type.",
  invalid_extension: "The file's name has an extension that the field does not take.",
  invalid_image: "The file is not an image, or it is damaged.",
  invalid_image_extension: "The file's name has an extension that images do not have.",
  invalid_image_known_format: "The image has another format than its name says.",
  invalid_media_container: "The file has another format than its name says.",
  markdown_unavailable: "The service does not take Markdown.",
  max_length: "The text or list is too long.",
  max_value: "The number is too large.",
  min_value: "The number is too small.",
  mismatch: "The value contradicts another one in the request.",
  not_a_list: "The value is not a list.",
  not_found: "The value names an object that does not exist, or that the caller may not use.",
  null: "The field may not be null.",
  null_characters_not_allowed: "The text contains a null character.",
  parse_error: "The body cannot be parsed as its media type.",
  required: "The field is missing.",
  too_many: "There are too many such objects, or too many parts in the request.",
  too_many_files: "The request has too many files.",
  unknown: "The query has parameters that the route does not know.",
  unsupported: "The route does not do what the field asks for.",
  unsupported_block_type: "Blocks of this type cannot be written here.",
  unsupported_parameter: "The route does not know the parameter.",
} as const satisfies Record<string, string>;

export type ProblemCode = keyof typeof problemCodes;

/** One problem, at a dotted path in the body or query; `non_field_errors` is the whole request. */
export interface Problem {
  readonly path: string;
  readonly code: ProblemCode;
  readonly message: string;
}

/** A refusal reports its first problems only: a body may have hundreds of thousands. */
export const maxReportedProblems = 500;
