/**
 * Node's clients and servers of HTTP. An `import` of node:http also loads all that it passes on, such as
 * WebSockets: more CPU than the AWS SDK takes, and 7 to 14 MB, in every new process.
 */
export const http = process.getBuiltinModule("node:http");
export const https = process.getBuiltinModule("node:https");
