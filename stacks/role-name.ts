import { createHash } from "node:crypto";

const maxRoleName = 64;

/**
 * The beginning of the names of roles that the deployer may make (deployer-arns.ts), so the app's name is
 * never shortened.
 */
const startOf = (stage: string): string => `lectern-${stage}-`;

/** The characters that AWS leaves for a name after the stage's. */
export const roomForRoleName = (stage: string): number => maxRoleName - startOf(stage).length;

/**
 * The name of a role, such as `lectern-production-CatalogTableRead`. After a long stage, the end of the name
 * is a hash.
 */
export const physicalRoleName = (stage: string, name: string): string => {
  const room = roomForRoleName(stage);
  if (name.length <= room) return startOf(stage) + name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return startOf(stage) + (name.slice(0, Math.max(0, room - hash.length)) + hash).slice(0, room);
};
