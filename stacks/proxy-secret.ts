/// <reference path="../.sst/platform/config.d.ts" />

/**
 * A secret that CloudFront and the functions share, made once per stage. It is the value of an API key that
 * opens nothing: no other resource of this provider is a random text that AWS makes and that stays the same.
 */
export const createProxySecret = () => new aws.apigateway.ApiKey("ProxySecret").value;
