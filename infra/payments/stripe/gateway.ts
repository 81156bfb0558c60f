import { z } from 'zod';
import { type PaymentGateway, SignatureRefused, UnreadableEvent } from '../port.ts';
import { readStripeEvent } from './read.ts';

/** Tolerance before and after the time of a signature, seconds; Stripe's default for its age. */
const TOLERANCE_SECONDS = 300;

/** Stripe: its own package verifies what it sends. */
export function createStripeGateway(secrets: readonly string[], onSigned: (index: number) => void): PaymentGateway {
  return {
    isOpen: secrets.length > 0,
    async receive({ headers, body }, now) {
      const signature = String(headers['stripe-signature'] ?? '');
      const { default: Stripe } = await loadStripe();
      const signedBy = secrets.findIndex((secret) => {
        try {
          Stripe.webhooks.signature?.verifyHeader(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
          return true;
        } catch {
          // Not only its own error: a header that Stripe would never write makes it throw others.
          return false;
        }
      });
      if (signedBy === -1 || isFromFuture(signature, now))
        throw new SignatureRefused('The signature is missing, wrong, or more than five minutes from now.');
      onSigned(signedBy);
      const payload = body.toString('utf8');
      const { id, type } = envelopeOf(payload);
      return { kind: 'event', id, type, payload };
    },
    read: readStripeEvent,
  };
}

/** Stripe's package checks only that a signature is not too old. */
function isFromFuture(signature: string, now: Date): boolean {
  const times = signature.split(',').flatMap((part) => (part.startsWith('t=') ? Number(part.slice(2)) : []));
  return !times.every((seconds) => seconds - now.getTime() / 1_000 <= TOLERANCE_SECONDS);
}

/** It takes 35 MB of memory, so only processes have it that Stripe sends something to. */
function loadStripe() {
  return import('stripe');
}

/** Stripe's own names are words of ASCII; types of its second version have a part in brackets. */
const envelope = z.object({ id: z.string().regex(/^\w{1,255}$/), type: z.string().regex(/^[\w.[\]]{1,120}$/) });

function envelopeOf(payload: string): { id: string; type: string } {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    throw new UnreadableEvent('The body is not JSON.', { isJson: false });
  }
  const { data } = envelope.safeParse(value);
  if (!data) throw new UnreadableEvent('This is no event of Stripe.', { isJson: true });
  return data;
}
