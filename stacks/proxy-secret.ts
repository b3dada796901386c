/// <reference path="../.sst/platform/config.d.ts" />

/**
 * A secret between CloudFront and the functions, made once for a stage. It is the value of a key for API
 * Gateway that opens nothing: no other resource of this provider is a random text of AWS's own making that
 * stays the same.
 */
export const createProxySecret = () => new aws.apigateway.ApiKey("ProxySecret").value;
