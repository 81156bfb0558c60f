import { createHmac } from 'node:crypto';
import Stripe from 'stripe';

/** The signature headers of the generic gateway for a body, at a moment in Unix seconds. */
export function signGeneric(secret: string, body: string, timestamp = now()): Record<string, string> {
  const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'X-Timestamp': String(timestamp), 'X-Signature': `sha256=${hex}` };
}

/** The query of an event that the generic gateway sends with a GET: the parameters and their signature. */
export function signGenericQuery(secret: string, params: Record<string, string>): string {
  const query = Object.keys(params)
    .sort()
    .map((name) => `${rfc3986(name)}=${rfc3986(params[name] ?? '')}`)
    .join('&');
  return `${query}&signature=${createHmac('sha256', secret).update(query).digest('hex')}`;
}

/** The signature header of Stripe for a body, at a moment in Unix seconds. */
export function signStripe(secret: string, body: string, timestamp = now()): Record<string, string> {
  return { 'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

function rfc3986(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
