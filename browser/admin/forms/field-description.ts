/** A field of a form as `GET /api/editor/schema/` describes it (docs/forms.md). */
export interface FieldDescription {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly max_length?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly reference?: string;
  readonly choices?: readonly { readonly value: string | number; readonly label: string }[];
  readonly items?: ItemDescription;
  readonly fields?: readonly FieldDescription[];
}

/** What a list holds. */
export type ItemDescription = Omit<FieldDescription, "name" | "label">;
