export { areSame, type Json, type JsonObject } from "#lib/json.ts";
