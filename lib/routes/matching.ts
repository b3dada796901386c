import { fallback } from "./fallback.ts";
import { bodyTypes, type Route } from "./route.ts";
import { routeFinder } from "./route-finder.ts";
import { routes } from "./table.ts";

const methods = [...new Set(routes.map(({ method }) => method))];

const find = routeFinder(routes, fallback);

/** The routes of a path, whatever their methods. Its ids are numbers. */
export const routesAt = (path: string): readonly Route[] =>
  methods
    .map((method) => find(method, path.replace(/(?<=.)\/$/, "")))
    .filter(({ route, pathParameters }) => route !== fallback && hasNumericIds(route, pathParameters))
    .map(({ route }) => route);

const hasNumericIds = ({ path }: Route, parameters: Readonly<Record<string, string>> = {}): boolean =>
  Object.entries(parameters).every(([name, value]) => path.includes(`{${name}+}`) || /^[0-9]+$/.test(value));

/** The answer to OPTIONS: what a path takes and gives, by its first route and all of them. */
export const optionsView = (first: Route, all: readonly Route[]) => ({
  name: first.id,
  description: all.map(({ method, summary }) => `${method}: ${summary}`).join("; "),
  renders: [
    ...new Set(
      all.flatMap(({ answerType, alsoAnswerTypes }) => [answerType.split(";")[0], ...alsoAnswerTypes]),
    ),
  ],
  parses: [...new Set(all.flatMap(({ bodyKinds }) => bodyKinds.map((kind) => bodyTypes[kind])))],
});
