/**
 * Loaded before the runtime of a function. Leads connections to AWS's endpoints to the stand-in on this
 * machine: functions have no settings of endpoints, so names and encryption are as on AWS.
 */
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const isOfAws = (host) => typeof host === "string" && host.endsWith(".amazonaws.com");

/** A public address: functions refuse to ask private ones for what callers name. */
const address = "52.0.0.1";

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  if (isOfAws(options?.host) || options?.host === address)
    Object.assign(options, {
      host: "127.0.0.1",
      port: Number(process.env.AWS_STAND_IN_PORT),
      lookup: undefined,
    });
  return connect.apply(this, given);
};

const { lookup, promises } = dns;
dns.lookup = (host, options, done = options) => {
  if (!isOfAws(host)) return lookup(host, options, done);
  if (options?.all) return done(null, [{ address, family: 4 }]);
  return done(null, address, 4);
};
const { lookup: lookUp } = promises;
promises.lookup = async (host, options) => {
  if (!isOfAws(host)) return lookUp(host, options);
  return options?.all ? [{ address, family: 4 }] : { address, family: 4 };
};
syncBuiltinESMExports();
