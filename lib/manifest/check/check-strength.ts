import { passwordProblem, secretProblem } from "#lib/access/strength.ts";
import { unknownScope } from "#lib/access/unknown-scope.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import { type SecretValue, variableNamed } from "#lib/manifest/read/secrets.ts";

/** Reports weak passwords and unknown scopes; of literal values only warns, unless others reach them. */
export const checkStrength = (
  { site, users, tokens, oidc = [] }: Manifest,
  { secretValue, exposed }: { readonly secretValue: SecretValue; readonly exposed: boolean },
  report: Report,
  note: Report,
): void => {
  const judge = (path: Path, fault: string | undefined, isLiteral = true): void => {
    if (fault !== undefined) (exposed || !isLiteral ? report : note)(path, fault);
  };
  const judgeSecret = (path: Path, written: string, faultOf: (value: string) => string | undefined): void => {
    const value = secretValue(written);
    if (value !== undefined) judge(path, faultOf(value), variableNamed(written) === undefined);
  };
  const namesOf = (username: string) => [
    username,
    ...(site?.value.name === undefined ? [] : [site.value.name]),
  ];
  for (const { at, value } of users) {
    const faultOf = (password: string) => passwordProblem(password, namesOf(value.username));
    if (value.password !== undefined) judgeSecret([...at, "password"], value.password, faultOf);
  }
  for (const { at, value } of tokens) {
    judgeSecret([...at, "secret"], value.secret, secretProblem);
  }
  for (const { at, value } of [...tokens, ...oidc]) {
    for (const [index, scope] of (value.scopes ?? []).entries()) {
      const unknown = unknownScope(scope);
      judge([...at, "scopes", index], unknown && `there is no scope ${unknown}`);
    }
  }
};
