/** A stored block (contract#stored-blocks); its `value` may be anything. */
export interface StoredBlock {
  readonly type: string;
  readonly value: unknown;
  readonly id?: string;
}

/** Such as `overview` or `detail`. */
export interface Section {
  readonly type: string;
  readonly value: readonly StoredBlock[];
  readonly id?: string;
}
