/**
 * Says that a query cannot be answered as it was asked, in a sentence that callers may read: 400 for a query that breaks
 * the grammar, 404 for a part of it that does not exist.
 */
export class QueryError extends Error {
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.name = "QueryError";
    this.status = status;
  }
}
