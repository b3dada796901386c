/** Carries the content type past API Gateway, which then takes the body as bytes. */
export const sentContentType = "x-viewer-content-type";

/** Moves a request's content type there, as CloudFront's function does: bodies of text types may change. */
export const hideContentType = (headers: Record<string, string>): void => {
  const type = headers["content-type"];
  delete headers[sentContentType];
  if (type === undefined) return;
  headers[sentContentType] = type;
  headers["content-type"] = "application/octet-stream";
};
