import type { CheckoutOrder, PaymentPages } from '../port.ts';
import { signQuery } from './gateway.ts';

/** The place in the template where the parameters of a checkout stand. */
const PARAMETERS = '{query}';

interface GenericPageSettings extends Pick<PaymentPages, 'consoleUrl'> {
  /** Address of the payment page, with `{query}`. */
  template: string;
  secret: string;
}

/**
 * The payment page of a shop or script behind the generic gateway. Its address has what the page is to charge and what
 * the event of the payment has to say, signed as events in a GET are; docs/payments.md has the list.
 */
export function createGenericPages({ template, secret, consoleUrl }: GenericPageSettings): PaymentPages {
  return {
    gateway: 'generic',
    consoleUrl,
    sellsPlan: () => true,
    open: (order) => {
      const params = new URLSearchParams(parametersOf(order));
      params.append('signature', signQuery(secret, params));
      return Promise.resolve({ url: template.replace(PARAMETERS, params.toString()), payment: paymentOf(order) });
    },
    portal: null,
  };
}

function paymentOf({ key }: CheckoutOrder): string {
  return `checkout-${key}`;
}

function parametersOf(order: CheckoutOrder): Record<string, string> {
  const { credits, plan, invoiceNumber } = order;
  const payment = paymentOf(order);
  return {
    partner_id: String(order.partnerId),
    reference: invoiceNumber ?? payment,
    payment,
    billing_type: order.billingType,
    amount: order.amount,
    currency: order.unit.currency,
    description: order.description,
    ...(credits !== null && { credits: String(credits) }),
    ...(plan && { plan: plan.name, interval: plan.interval, subscription: payment }),
    return_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    expires_at: order.expiresAt.toISOString(),
  };
}
