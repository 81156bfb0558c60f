export type {
  AttemptOutcome,
  DeliveryStatus,
  WebhookAttemptRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'webhook.wake': {
      endpointId: number;
      rowKey: string;
      partnerId: number;
      requestId: string;
      /** The drain that should be awake is dead; another one is to take its place. */
      orphaned?: true;
    };
  }
}

/** An event that was written in the transaction under way. */
export interface WrittenEvent {
  id: string;
  partnerId: number;
  type: string;
}
