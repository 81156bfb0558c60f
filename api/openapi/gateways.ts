import { MAX_BODY_BYTES } from '../middleware/body.ts';
import type { Tag } from '../route.ts';
import { limitHeaders } from './error-responses.ts';
import type { OpenApiOperation, Parameter } from './types.ts';

/** Heading of the gateways' paths in the document. */
export const GATEWAY_TAG: Tag = {
  name: 'Payment gateways',
  group: 'Administration',
  description: 'Where payment gateways send events; outside `/api`, authenticated by signature only.',
};

const ABOUT =
  'The response confirms that the event is stored; it is applied right afterwards. A repeated event is answered with `duplicate` and changes nothing. The [guide](/docs/guides/payments) describes how each gateway signs.';

const ERRORS: Record<string, string> = {
  401: '`UNAUTHORIZED`: the signature is missing, wrong, or more than five minutes off',
  404: '`NOT_FOUND`: there is no such gateway, or no secret is set for it',
  405: '`METHOD_NOT_ALLOWED`: the path takes GET and POST',
  422: '`VALIDATION_ERROR`: the signed content is not an event',
  429: '`RATE_LIMITED`: wait `error.retry_after` seconds',
  503: '`SERVICE_UNAVAILABLE`: try again after `Retry-After` seconds',
};
const BODY_ERRORS = { 400: '`INVALID_JSON`: the body is not JSON', 413: '`PAYLOAD_TOO_LARGE`: the body is over 1 MiB' };

const RECEIVED = {
  type: 'object',
  required: ['received'],
  properties: {
    received: {
      type: 'boolean',
      not: { const: false },
      description: 'The event is stored and will be applied soon; the gateway need not resend it.',
    },
    duplicate: { type: 'boolean', not: { const: false }, description: 'The event had already been received.' },
  },
};
/** In the gateway's own format. */
const EVENT = { type: 'object', additionalProperties: {}, 'x-max-bytes': MAX_BODY_BYTES };
const GATEWAY: Parameter = {
  name: 'gateway',
  in: 'path',
  required: true,
  description: 'The payment gateway.',
  schema: { type: 'string', enum: ['stripe', 'generic'] },
};

const SIGNATURE = text(
  'header',
  'X-Signature',
  71,
  'Generic gateway: `sha256=` and the hex HMAC of `<X-Timestamp>.<body>`.',
);
const TIMESTAMP = text('header', 'X-Timestamp', 12, 'Generic gateway: time of signing, in seconds of the Unix epoch.');
const STRIPE_SIGNATURE = text('header', 'Stripe-Signature', 4_096, "Stripe's signature.");
const QUERY_SIGNATURE = text(
  'query',
  'signature',
  64 + 'sha256='.length,
  'HMAC of all other parameters, sorted by name, as `name=value` joined by `&`.',
);
const CHALLENGE = text('query', 'challenge', 255, 'Returned as is, so that the gateway can verify the endpoint.');

const EVENT_EXAMPLE = {
  id: 'evt-1001',
  type: 'payment.succeeded',
  occurred_at: '2026-03-01T10:00:00Z',
  data: {
    partner_id: 1,
    reference: 'order-1001',
    billing_type: 'token_pack',
    amount: '20.00',
    currency: 'USD',
    credits: 2_000,
  },
};

/** The gateways' paths, which are outside the API's prefix. */
export function describeGateways(publicUrl: string): Record<string, Record<string, OpenApiOperation>> {
  return {
    '/webhooks/v1/{gateway}': describe(publicUrl, '', 'of a payment gateway'),
    '/webhooks/{gateway}': describe(publicUrl, 'Legacy', 'of a payment gateway, at the unversioned address'),
  };
}

function describe(publicUrl: string, suffix: string, what: string): Record<string, OpenApiOperation> {
  const common = { tags: [GATEWAY_TAG.name], description: ABOUT, servers: [{ url: publicUrl }], security: [] };
  return {
    post: {
      ...common,
      operationId: `receivePaymentEvent${suffix}`,
      summary: `Receive an event ${what}`,
      parameters: [GATEWAY, SIGNATURE, TIMESTAMP, STRIPE_SIGNATURE],
      requestBody: { required: true, content: { 'application/json': { schema: EVENT, example: EVENT_EXAMPLE } } },
      responses: { ...success(JSON_ANSWER), ...errors({ ...ERRORS, ...BODY_ERRORS }) },
    },
    get: {
      ...common,
      operationId: `receivePaymentEventByQuery${suffix}`,
      summary: `Receive an event ${what} in the query, or answer its challenge`,
      parameters: [GATEWAY, QUERY_SIGNATURE, CHALLENGE],
      responses: {
        ...success({ ...JSON_ANSWER, 'text/plain': { schema: { type: 'string', description: 'The challenge.' } } }),
        ...errors(ERRORS),
      },
    },
  };
}

const JSON_ANSWER = { 'application/json': { schema: RECEIVED, example: { received: true } } };

function success(content: Record<string, { schema: object }>): OpenApiOperation['responses'] {
  return {
    200: { description: 'The event is stored.', headers: limitHeaders(), content },
  } as OpenApiOperation['responses'];
}

function errors(descriptions: Record<string, string>): OpenApiOperation['responses'] {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [
      status,
      { description, headers: limitHeaders(), content },
    ]),
  );
}

function text(place: 'header' | 'query', name: string, maxLength: number, description: string): Parameter {
  return { name, in: place, required: false, description, schema: { type: 'string', maxLength } };
}
