import { hkdfSync } from 'node:crypto';
import type { LocalConfig } from '../config/local.ts';

/** Signing secrets of the payment gateways. */
export interface GatewaySecrets {
  generic: string;
  stripe: string;
}

/** The gateways' secrets of the embedded stack: the operator's, else derived from the key for secrets, so that they stay the same. */
export function gatewaySecrets({ gatewaySecrets: given }: LocalConfig, secretsKey: string): GatewaySecrets {
  return {
    generic: given.generic ?? derive(secretsKey, 'generic').toString('hex'),
    stripe: given.stripe ?? `whsec_${derive(secretsKey, 'stripe').toString('hex')}`,
  };
}

function derive(secretsKey: string, gateway: keyof GatewaySecrets): Buffer {
  const purpose = `marketwright payment gateway ${gateway}`;
  return Buffer.from(hkdfSync('sha256', Buffer.from(secretsKey, 'base64'), '', purpose, 32));
}
