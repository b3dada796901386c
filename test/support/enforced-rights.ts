import { AsyncLocalStorage } from "node:async_hooks";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import type { TableOperation } from "#lib/store/dynamo/signed-exchange.ts";
import { jobUses } from "../../stacks/job-uses.ts";
import { type TableStatement, tableStatements, tableStatementsOfJob } from "../../stacks/table-statements.ts";
import { type AskedOfTable, askedOfTable } from "./asked-of-table.ts";
import { iamConditionHolds } from "./iam-conditions.ts";

interface Role {
  readonly id: string;
  readonly statements: readonly TableStatement[];
  /** Requests that IAM would refuse. */
  readonly refused: Error[];
}

const roles = new AsyncLocalStorage<Role>();

/**
 * Does the work of a function with the rights that its role has of the table. Throws if it has asked for what
 * no single statement covers, whatever has become of that request.
 */
export const withRightsOf = async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
  const role: Role = { id, statements: statementsOf(id), refused: [] };
  const [outcome] = await Promise.allSettled([roles.run(role, work)]);
  if (role.refused[0]) throw role.refused[0];
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
};

/** Does what belongs to no function, although one waits for it. */
export const withoutRole = <Result>(work: () => Result): Result => roles.exit(work);

/** Notes what IAM would refuse of a request, if it is sent within `withRightsOf`. */
export const checkRights = (operation: TableOperation, input: object): void => {
  const role = roles.getStore();
  if (!role) return;
  try {
    for (const asked of askedOfTable(operation, input))
      if (!role.statements.some((statement) => covers(statement, asked)))
        throw new Error(refusal(role, asked));
  } catch (error) {
    role.refused.push(error as Error);
  }
};

const statementsOf = (id: string): readonly TableStatement[] => {
  const route = [...routes, fallback].find((each) => each.id === id);
  return route ? tableStatements(route.uses) : tableStatementsOfJob(jobUses[id as keyof typeof jobUses]);
};

/** True if the statement allows the action on all that is asked for. */
export const covers = ({ actions, conditions }: TableStatement, asked: AskedOfTable): boolean =>
  actions.includes(asked.action) &&
  conditions.every((condition) => iamConditionHolds(condition, asked[condition.variable]));

const refusal = ({ id, statements }: Role, { action, ...about }: AskedOfTable): string => {
  const near = statements.filter(({ actions }) => actions.includes(action));
  return [
    `On AWS, no statement of the role of ${id} covers this request: ${action} ${JSON.stringify(about)}.`,
    ...near.map(({ conditions }) => `A statement allows ${action} only where ${JSON.stringify(conditions)}.`),
    ...(near.length === 0 ? [`No statement allows ${action}.`] : []),
    "See stacks/table-statements.ts.",
  ].join("\n");
};
