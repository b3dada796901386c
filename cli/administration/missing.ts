import { PlainError } from "#local/plain-error.ts";

export const noPage = (path: string): PlainError => new PlainError(`There is no page ${path}.`);

export const noUser = (username: string): PlainError => new PlainError(`There is no user ${username}.`);
