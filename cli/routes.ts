import { routes } from "#lib/routes/table.ts";

const head = ["METHOD", "PATH", "AUTH", "SCOPE", "ID", "SUMMARY"];

const rows = routes.map(({ method, path, auth, scope, id, summary }) => [
  method,
  path,
  auth,
  scope ?? "-",
  id,
  summary,
]);

/** The cells in columns as wide as their widest cell. */
const aligned = (lines: readonly (readonly string[])[]): string[] => {
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
};

console.log(aligned([head, ...rows]).join("\n"));
