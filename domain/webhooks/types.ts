export type {
  AttemptOutcome,
  DeliveryStatus,
  WebhookAttemptRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from './table.ts';

/** An event that was written in the transaction under way. */
export interface WrittenEvent {
  id: string;
  partnerId: number;
  type: string;
}
