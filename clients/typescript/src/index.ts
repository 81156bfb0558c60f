import type { WebhookEvent } from './generated/operations.ts';
import type { WebhookTestEvent } from './generated/types.gen.ts';
import { type ReceivedWebhook, verifySignedBody } from './webhooks.ts';

export { type Client, createClient, type ExecutionEvent } from './client.ts';
export {
  ApiError,
  ConnectionError,
  type ErrorCode,
  MarketwrightError,
  TimeoutError,
  WebhookVerificationError,
} from './errors.ts';
export type { StreamEvent } from './event-parser.ts';
export type { WebhookEvent } from './generated/operations.ts';
export type * from './generated/types.gen.ts';
export type { ClientOptions, RequestOptions } from './request.ts';
export type { StreamOptions } from './streams.ts';
export type { ReceivedWebhook } from './webhooks.ts';

/** The body of a test, which `testWebhookUrl` has the service send. */
export type WebhookTestMessage = WebhookTestEvent & { type?: never };

/**
 * Checks that a webhook comes from the service and was sent just now; returns its event. Throws WebhookVerificationError for
 * all others.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent | WebhookTestMessage> {
  return (await verifySignedBody(received)) as WebhookEvent | WebhookTestMessage;
}
