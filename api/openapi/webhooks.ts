import { EVENT_TYPES, type EventType } from '../../domain/webhooks/catalogue.ts';
import { TEST_EVENT, testBody } from '../../domain/webhooks/signature.ts';
import type { Tag } from '../route.ts';
import { namedEvent } from './body-names.ts';
import { INT64, type JsonSchema, type NamedSchemas, toJsonSchema } from './schemas.ts';
import type { PostedEvent } from './types.ts';

/** A tag of their own: generators make a class of each, and lost the operations of the tag `Webhooks` to its events. */
export const EVENTS_TAG: Tag = {
  name: 'Webhook events',
  group: 'Integration',
  description: 'The requests that the service sends to your endpoints.',
};

/** Values in example deliveries. */
const EXAMPLE = { id: 'evt_01JQ7Z8K3M4N5P6R7S8T9V0WXY', timestamp: '2026-03-02T09:30:00.000Z' };

/** Headers of every delivery, with their meaning; docs/webhooks.md explains how to verify them. */
const HEADERS: Record<string, string> = {
  'X-Service-Signature': '`sha256=` and the lowercase hex HMAC-SHA256 of the raw body, keyed with the secret.',
  'X-Service-Event': 'Name of the event.',
  'X-Service-Delivery': 'Id of the event, `evt_…`; unchanged on retries.',
  'webhook-id': 'The same id.',
  'webhook-timestamp': 'When this attempt was sent, in seconds of the Unix epoch.',
  'webhook-signature':
    '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`; one for each valid secret, separated by spaces.',
};

/** The document's `webhooks`, event by event: one entry per event that the service posts to partners' endpoints. */
export function* webhookSteps(named: NamedSchemas): Generator<undefined, Record<string, { post: PostedEvent }>> {
  const webhooks: Record<string, { post: PostedEvent }> = {};
  for (const type of EVENT_TYPES) {
    webhooks[type.name] = { post: describeEvent(type, named) };
    yield;
  }
  webhooks[TEST_EVENT] = { post: describeTest(named) };
  return webhooks;
}

function describeEvent({ name, description, data, example }: EventType, named: NamedSchemas): PostedEvent {
  const { event: _name, ...exampleData } = example;
  return describePost(
    {
      name,
      summary: description,
      description: 'Answer with any 2xx within 15 seconds; anything else is retried.',
      body: bodySchema(name, toJsonSchema(data, 'input', named)),
      example: { id: EXAMPLE.id, type: name, timestamp: EXAMPLE.timestamp, data: exampleData },
      responses: {
        '2XX': { description: 'Delivered, whatever the body.' },
        '410': { description: 'Switches the webhook off at once.' },
        '4XX': { description: 'Retried on schedule.' },
      },
    },
    named,
  );
}

/** The test that `POST /partners/webhooks/test` sends, which endpoints get without a subscription. */
function describeTest(named: NamedSchemas): PostedEvent {
  return describePost(
    {
      name: TEST_EVENT,
      summary: 'A test of the endpoint, sent by `testWebhookUrl`.',
      description: 'Has no `type`, and is sent once. Answer with any 2xx within 15 seconds.',
      body: {
        type: 'object',
        required: ['event', 'webhook_id', 'timestamp', 'message'],
        properties: {
          event: { type: 'string', const: TEST_EVENT },
          webhook_id: { ...INT64, exclusiveMinimum: 0, description: 'The webhook that is tested.' },
          timestamp: { type: 'string', format: 'date-time', description: 'When it was sent.' },
          message: { type: 'string', description: 'For people.' },
        },
      },
      example: JSON.parse(testBody(7, new Date(EXAMPLE.timestamp))),
      responses: {
        '2XX': { description: 'Reported as a success, whatever the body.' },
        '4XX': { description: 'Reported as a failure.' },
      },
    },
    named,
  );
}

/** A request that the service posts to endpoints. */
interface Post {
  name: string;
  summary: string;
  description: string;
  body: JsonSchema;
  example: unknown;
  responses: PostedEvent['responses'];
}

function describePost({ name, body, example, ...rest }: Post, named: NamedSchemas): PostedEvent {
  const operationId = `on${name.replace(/(^|[._])(\w)/g, (_whole, _mark, letter: string) => letter.toUpperCase())}`;
  return {
    operationId,
    tags: [EVENTS_TAG.name],
    ...rest,
    security: [],
    parameters: Object.entries(HEADERS).map(([header, meaning]) => ({
      name: header,
      in: 'header',
      required: true,
      description: meaning,
      schema: { type: 'string', ...(header === 'X-Service-Event' && { const: name }) },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: namedEvent(body, operationId, named),
          example,
        },
      },
    },
  };
}

function bodySchema(name: string, data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'data'],
    properties: {
      id: { type: 'string', description: 'Id of the event.' },
      type: { type: 'string', const: name },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data,
    },
  };
}
