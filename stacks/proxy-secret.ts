/// <reference path="../.sst/platform/config.d.ts" />
import type { DeploymentSettings } from "./settings.ts";

/**
 * A secret that CloudFront and the functions share, made once per stage and generation. It is the value of an
 * API key that opens nothing: no other resource of this provider is a random text that AWS makes and that
 * stays the same.
 */
export const createProxySecret = ({ proxySecretGeneration: number }: DeploymentSettings) =>
  new aws.apigateway.ApiKey(number === 1 ? "ProxySecret" : `ProxySecret${number}`).value;
