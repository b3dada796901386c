/// <reference path="../.sst/platform/config.d.ts" />
import type { DeploymentSettings } from "./settings.ts";

/**
 * The secret that CloudFront and the functions share, made once per stage and generation. Functions also know
 * those of the generations before and after: while a deployment raises the number, some of them are still the
 * old ones, and some of CloudFront sends the new secret already.
 */
export const createProxySecret = ({ proxySecretGeneration: number }: DeploymentSettings) => {
  const others = number === 1 ? [2] : [number + 1, number - 1];
  return { sent: secretOf(number), others: $output(others.map(secretOf)).apply((all) => all.join(" ")) };
};

/**
 * The value of an API key that opens nothing: no other resource of this provider is a random text that AWS
 * makes and that stays the same.
 */
const secretOf = (generation: number) =>
  new aws.apigateway.ApiKey(generation === 1 ? "ProxySecret" : `ProxySecret${generation}`).value;
