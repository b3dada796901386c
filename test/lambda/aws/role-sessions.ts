import { randomBytes } from "node:crypto";

/** Temporary credentials of a role. */
export interface RoleSession {
  /** Undefined for the account's owner, who may do everything. */
  readonly role: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** The name of the role of `deployer.yaml`. */
export const deployerRole = "Deployer";

/** Who has which credentials. */
export class RoleSessions {
  readonly #byKey = new Map<string, RoleSession>();
  readonly #byRole = new Map<string, RoleSession>();
  readonly owner = this.#make(undefined);

  /** The credentials of a role, the same for all its functions. */
  readonly of = (role: string): RoleSession => {
    const known = this.#byRole.get(role) ?? this.#make(role);
    this.#byRole.set(role, known);
    return known;
  };

  readonly withKey = (accessKeyId: string): RoleSession | undefined => this.#byKey.get(accessKeyId);

  #make(role: string | undefined): RoleSession {
    const session = {
      role,
      accessKeyId: `ASIA${randomBytes(8).toString("hex").toUpperCase()}`,
      secretAccessKey: randomBytes(30).toString("base64"),
      // With characters that have to be encoded in addresses, as AWS's have.
      sessionToken: `${randomBytes(60).toString("base64")}/+=`,
    };
    this.#byKey.set(session.accessKeyId, session);
    return session;
  }
}
