import { certain } from "#lib/certain.ts";
export interface ConnectionLimits {
  /** The most open connections of all clients. */
  readonly most: number;
  /** The most of one client. */
  readonly maxPerClient: number;
}

interface ConnectionOptions<Connection> extends ConnectionLimits {
  /** The client whose connections are limited together; undefined for one that counts only among all. */
  readonly clientOf: (connection: Connection) => string | undefined;
  /** Ends a connection without an answer. */
  readonly close: (connection: Connection) => void;
  readonly nowMs: () => number;
}

/** Bounds how many connections are open. */
export interface Connections<Connection> {
  /** Takes a connection. If there are too many then, one without a request is closed: maybe this one. */
  readonly open: (connection: Connection) => void;
  /** Notes that a request has begun or ended. One that is under way keeps its connection open. */
  readonly begin: (connection: Connection) => void;
  readonly end: (connection: Connection) => void;
  /** Forgets a connection that is closed. */
  readonly forget: (connection: Connection) => void;
  /** True while more than half of all are open. */
  readonly areCrowded: () => boolean;
  /** While they are crowded, closes those that have been without a request for so long. */
  readonly relieve: (idleMs: number) => void;
}

/** The connections of one client, or of all. */
interface Group<Connection> {
  count: number;
  /** The connections without a request, and since when; the first has waited for longest. */
  readonly idle: Map<Connection, number>;
}

/** An open connection. */
interface Opened {
  readonly client: string | undefined;
  /** The number of requests on it. */
  requests: number;
}

/**
 * Bounds how many connections are open, so that descriptors are left for files and the database. The one that
 * has been without a request for longest is closed first, and none with a request under way: so a crowd that
 * only connects closes its own connections, and others find room.
 */
export const boundedConnections = <Connection>({
  most,
  maxPerClient,
  clientOf,
  close,
  nowMs,
}: ConnectionOptions<Connection>): Connections<Connection> => {
  const all: Group<Connection> = { count: 0, idle: new Map() };
  const clients = new Map<string, Group<Connection>>();
  const opened = new Map<Connection, Opened>();

  const groupsOf = ({ client }: Opened): readonly Group<Connection>[] =>
    client === undefined ? [all] : [all, certain(clients.get(client))];

  const forget = (connection: Connection): void => {
    const known = opened.get(connection);
    if (!known) return;
    opened.delete(connection);
    for (const group of groupsOf(known)) {
      group.count--;
      group.idle.delete(connection);
      if (group !== all && group.count === 0) clients.delete(certain(known.client));
    }
  };

  const rest = (connection: Connection, known: Opened): void => {
    for (const { idle } of groupsOf(known)) idle.set(connection, nowMs());
  };

  const drop = (connection: Connection): void => {
    forget(connection);
    close(connection);
  };

  const makeRoom = ({ count, idle }: Group<Connection>, limit: number): void => {
    const longestIdle = idle.keys().next();
    if (count > limit && !longestIdle.done) drop(longestIdle.value);
  };

  const areCrowded = () => all.count > most / 2;

  return {
    areCrowded,
    open: (connection) => {
      const client = clientOf(connection);
      const known = { client, requests: 0 };
      opened.set(connection, known);
      if (client !== undefined && !clients.has(client)) clients.set(client, { count: 0, idle: new Map() });
      for (const group of groupsOf(known)) group.count++;
      rest(connection, known);
      const [, ofClient] = groupsOf(known);
      if (ofClient) makeRoom(ofClient, maxPerClient);
      makeRoom(all, most);
    },
    begin: (connection) => {
      const known = opened.get(connection);
      if (!known) return;
      known.requests++;
      for (const { idle } of groupsOf(known)) idle.delete(connection);
    },
    end: (connection) => {
      const known = opened.get(connection);
      if (known && --known.requests === 0) rest(connection, known);
    },
    forget,
    relieve: (idleMs) => {
      for (const [connection, sinceMs] of all.idle) {
        if (!areCrowded() || nowMs() - sinceMs < idleMs) return;
        drop(connection);
      }
    },
  };
};
