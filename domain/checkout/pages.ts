import { CheckoutInProgress, GatewayUnavailable, type PaymentPages } from '../../infra/payments/port.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, preconditionFailed } from '../kernel/errors.ts';

/** Seconds after which a gateway is asked again. */
const RETRY_SECONDS = 5;

/** The pages on which people pay. Throws PRECONDITION_FAILED where no gateway has any. */
export function requirePages({ paymentPages }: Pick<Deps, 'paymentPages'>): PaymentPages {
  if (paymentPages) return paymentPages;
  throw preconditionFailed('No payment gateway is set up here; ask the operator for credits or a plan.');
}

/** The work with a gateway. Throws SERVICE_UNAVAILABLE where the gateway does not answer or is asked twice at once. */
export async function atGateway<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GatewayUnavailable) && !(error instanceof CheckoutInProgress)) throw error;
    throw new AppError('SERVICE_UNAVAILABLE', 'The payment gateway does not answer; nothing was bought. Try again.', {
      retryAfterSeconds: RETRY_SECONDS,
      cause: error,
    });
  }
}
