/// <reference path="../.sst/platform/config.d.ts" />
import { certain } from "#lib/certain.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route, Use } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { constructName } from "./construct-name.ts";
import { hasRights, rightsOfRoute, type SiteResources } from "./rights.ts";
import { physicalRoleName, roomForRoleName } from "./role-name.ts";

export type RoleOf = (route: Pick<Route, "uses">) => $util.Output<string>;

/**
 * A role for each set of rights that routes have (decision 066). Gives
 * the ARN of a route's role.
 */
export const createRouteRoles = (site: SiteResources): RoleOf => {
  const holders = Map.groupBy([...routes, fallback], ({ uses }) => keyOf(uses));
  const arns = new Map(
    [...holders].map(([key, [first]]) => {
      const { id, uses } = certain(first);
      const byUses = rightsIn(uses).map(constructName).join("");
      const name = byUses.length <= roomForRoleName("production") ? byUses : constructName(id);
      return [key, createRole(name, uses, site).arn] as const;
    }),
  );
  return ({ uses }) => certain(arns.get(keyOf(uses)));
};

/** The uses that give rights, in one order. */
const rightsIn = (uses: readonly Use[]): Use[] => uses.filter(hasRights).toSorted();

const keyOf = (uses: readonly Use[]): string => rightsIn(uses).join(" ");

const createRole = (name: string, uses: readonly Use[], site: SiteResources) =>
  new aws.iam.Role(`RoleOf${name}`, {
    name: physicalRoleName($app.stage, name),
    description: `Routes that use ${keyOf(uses).replaceAll(" ", ", ")}`,
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: "lambda.amazonaws.com" }),
    inlinePolicies: [
      {
        name: "inline",
        policy: aws.iam.getPolicyDocumentOutput({ statements: rightsOfRoute(rightsIn(uses), site) }).json,
      },
    ],
    managedPolicyArns: [
      $interpolate`arn:${aws.getPartitionOutput().partition}:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole`,
    ],
  });
