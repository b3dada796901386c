import type { Report } from "#lib/manifest/problem.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import type { SecretValue } from "#lib/manifest/read/written.ts";
import { addressFault } from "#lib/outbound/callable-address.ts";
import { secretForm, signingKeyOf } from "#lib/outbound/webhook-signature.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";

/** Reports addresses that may not be called, and secrets that cannot sign. */
export const checkWebhooks = ({ webhooks }: Manifest, secretValue: SecretValue, report: Report): void => {
  for (const { at, value } of webhooks) {
    const fault = addressFault(value.url, allowsPrivateAddresses());
    if (fault !== undefined) report([...at, "url"], fault);
    const secret = secretValue(value.secret);
    if (secret !== undefined && !signingKeyOf(secret)) report([...at, "secret"], `expected ${secretForm}`);
  }
};
