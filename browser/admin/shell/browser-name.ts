/** The browser and system that a `User-Agent` names; of other programs, what it says. */
export const browserName = (agent: string): string => {
  if (!agent.startsWith("Mozilla/")) return agent;
  // Edge names Chrome, too.
  const browser = /Edg/.test(agent) ? "Edge" : (/Firefox|Chrome|Safari/.exec(agent)?.[0] ?? "Browser");
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? "";
  return system ? `${browser}, ${system}` : browser;
};
