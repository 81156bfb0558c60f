import { createGenericGateway } from './generic/gateway.ts';
import type { GatewayName, PaymentGateways, SigningSecret } from './port.ts';
import { createStripeGateway } from './stripe/gateway.ts';

/** The adapters of all gateways, with the secrets that the operator has set; several while one is replaced by another. */
export function createGateways(
  secrets: Record<GatewayName, readonly string[]>,
  /** Called with the secret of each valid signature: the `current` one stands first. */
  onSigned: (gateway: GatewayName, secret: SigningSecret) => void = () => undefined,
): PaymentGateways {
  const signed = (gateway: GatewayName) => (index: number) => onSigned(gateway, index === 0 ? 'current' : 'previous');
  return {
    stripe: createStripeGateway(secrets.stripe, signed('stripe')),
    generic: createGenericGateway(secrets.generic, signed('generic')),
  };
}
