/**
 * What programs need of the machine; settings of Lectern that happen to be set here are not for services that
 * are measured.
 */
const ofTheMachine = ["PATH", "HOME", "TMPDIR", "TEMP", "LANG", "SystemRoot", "NODE_COMPILE_CACHE"];

/** The environment of a process of the benchmark, with settings of its own. */
export const environmentWith = (settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const machine = ofTheMachine.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(machine), ...settings };
};
