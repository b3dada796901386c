/** What CloudFormation asks: the properties of the template, in which all numbers are texts. */
export interface AskedOfSetup {
  readonly RequestType: "Create" | "Update" | "Delete";
  readonly ResourceProperties: ResourceProperties;
  /** The properties before an update. */
  readonly OldResourceProperties?: ResourceProperties;
}

export interface ResourceProperties {
  readonly Stage: string;
  readonly [name: string]: unknown;
}

/** One kind of custom resource. Asked again with the same properties, it gives the same. */
export interface SetUp {
  /** Creates or updates; gives the attributes. */
  readonly make: (asked: AskedOfSetup) => Promise<Readonly<Record<string, string>>>;
  /** When the stack is deleted. Without it, everything remains. */
  readonly remove?: (asked: AskedOfSetup) => Promise<void>;
}
