import type { ServiceConfig } from '../config/service.ts';
import type { GuardedClient } from '../http/guarded-client.ts';
import { createGenericPages } from './generic/pages.ts';
import type { PaymentPages } from './port.ts';
import { createStripePages } from './stripe/pages.ts';

/** The pages on which people pay: Stripe's where its key is set, else the generic gateway's; null where neither is. */
export function createPaymentPages(
  { payments, http }: Pick<ServiceConfig, 'payments' | 'http'>,
  client: Pick<GuardedClient, 'send'>,
): PaymentPages | null {
  const { stripeKey, stripeApiUrl, pageTemplate, secrets } = payments;
  const consoleUrl = `${http.publicUrl}/console`;
  if (stripeKey !== undefined)
    return createStripePages({ secretKey: stripeKey, apiUrl: stripeApiUrl, consoleUrl, client });
  const [secret] = secrets.generic;
  return pageTemplate !== undefined && secret !== undefined
    ? createGenericPages({ template: pageTemplate, secret, consoleUrl })
    : null;
}
