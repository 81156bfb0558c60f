import { createGenericGateway } from './generic/gateway.ts';
import type { GatewayName, PaymentGateways } from './port.ts';
import { createStripeGateway } from './stripe/gateway.ts';

/** The adapters of all gateways, with the secrets that the operator has set; several while one is replaced by another. */
export function createGateways(secrets: Record<GatewayName, readonly string[]>): PaymentGateways {
  return { stripe: createStripeGateway(secrets.stripe), generic: createGenericGateway(secrets.generic) };
}
