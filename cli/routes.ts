import { routes } from "#lib/routes/table.ts";
import { aligned } from "./output.ts";

const head = ["METHOD", "PATH", "AUTH", "SCOPE", "ID", "SUMMARY"];

const rows = routes.map(({ method, path, auth, scope, id, summary }) => [
  method,
  path,
  auth,
  scope ?? "-",
  id,
  summary,
]);

console.log(aligned([head, ...rows]).join("\n"));
