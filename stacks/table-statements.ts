import type { Use } from "#lib/routes/route.ts";
import {
  credentialPartitions,
  namePartitions,
  secretsPartition,
  tableDescription,
} from "#lib/store/table.ts";

/** A condition for each value that a request has for the variable; an asterisk stands for any text. */
export interface TableCondition {
  readonly test: `ForAllValues:String${"" | "Not"}${"Equals" | "Like"}`;
  readonly variable: "dynamodb:LeadingKeys" | "dynamodb:Attributes";
  readonly values: readonly string[];
}

/**
 * A statement of what a role may do with items of the table. IAM does not join statements: one of them has to
 * cover all partitions of a request.
 */
export interface TableStatement {
  readonly actions: readonly string[];
  readonly conditions: readonly TableCondition[];
}

const readByKey = ["dynamodb:GetItem", "dynamodb:BatchGetItem"];

/** All items of a partition. */
const list = "dynamodb:Query";

/** The actions of writes. A transaction needs the rights of its parts; it has none of its own. */
const write = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"];

/** The action of a transaction's condition on an item that it does not write. */
const check = "dynamodb:ConditionCheckItem";

const partitions = (test: "Like" | "NotLike", values: readonly string[]): TableCondition => ({
  test: `ForAllValues:String${test}`,
  variable: "dynamodb:LeadingKeys",
  values,
});

const secretsOnly = partitions("Like", [secretsPartition]);
const butSecrets = partitions("NotLike", [secretsPartition]);
const butCredentials = partitions("NotLike", [secretsPartition, ...credentialPartitions]);
/** Secrets too, for what writes a secret beside other items. */
const noCredentials = partitions("NotLike", credentialPartitions);
/**
 * The partitions for signing a caller in: a credential and its user, and all that is neither secret nor
 * credential.
 */
const butNames = partitions("NotLike", [secretsPartition, ...namePartitions]);

/** When a token or session was used, which is all that most functions may write of one. */
const lastUseOnly: readonly TableCondition[] = [
  partitions("Like", ["CREDENTIAL#*"]),
  {
    test: "ForAllValues:StringEquals",
    variable: "dynamodb:Attributes",
    values: [tableDescription.partitionKey, tableDescription.sortKey, "lastUsedAt"],
  },
];

/**
 * Functions that sign callers in by a token or session may write that it was used (contract#unused-sessions).
 */
const noteLastUse: TableStatement = { actions: ["dynamodb:UpdateItem"], conditions: lastUseOnly };

/** Lists of accounts, tokens and sessions need another right. */
const listItems: TableStatement = { actions: [list], conditions: [butCredentials] };

/** Requests may join what signs the caller in with all that the function reads. */
const readForCallers = [{ actions: readByKey, conditions: [butNames] }, listItems, noteLastUse];

/** Nobody signs in at a job. */
const readForJobs = [{ actions: readByKey, conditions: [butCredentials] }, listItems];

const statements = (read: readonly TableStatement[]): Partial<Record<Use, readonly TableStatement[]>> => ({
  "table:read": read,
  "table:write": [...read, { actions: [...write, check], conditions: [butCredentials] }],
  catalog: read,
  // One request may read or write these and other partitions, such as a name and the guesses at its password.
  "credentials:read": [{ actions: [...readByKey, list], conditions: [butSecrets] }],
  "credentials:write": [{ actions: write, conditions: [butSecrets] }],
  "secrets:read": [{ actions: ["dynamodb:GetItem"], conditions: [secretsOnly] }],
  "secrets:write": [{ actions: ["dynamodb:PutItem", "dynamodb:DeleteItem"], conditions: [noCredentials] }],
});

const [forCallers, forJobs] = [statements(readForCallers), statements(readForJobs)];

/** The statements for the uses of a route, each once. */
export const tableStatements = (uses: readonly Use[]): readonly TableStatement[] => [
  ...new Set(uses.flatMap((use) => forCallers[use] ?? [])),
];

/** The statements of jobs, for which nobody signs in: they read and write no credentials. */
export const tableStatementsOfJob = (uses: readonly Use[]): readonly TableStatement[] => [
  ...new Set(uses.flatMap((use) => forJobs[use] ?? [])),
];
