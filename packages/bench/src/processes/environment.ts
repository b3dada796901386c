/** Variables that programs need; settings of Lectern in the environment must not affect the benchmark. */
const machineVariables = ["PATH", "HOME", "TMPDIR", "TEMP", "LANG", "SystemRoot", "NODE_COMPILE_CACHE"];

export const environmentWith = (settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const machine = machineVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(machine), ...settings };
};
