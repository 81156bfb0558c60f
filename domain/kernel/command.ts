/**
 * What the domain asks of the durable engine, as data. An outbox row keeps it; workflows/contracts/commands.ts
 * says which workflow, id and queue it becomes.
 */
export type Command =
  | {
      kind: 'execution.start';
      executionId: number;
      rowKey: string;
      partnerId: number;
      capability: string;
      priority: 'low' | 'normal' | 'high' | 'urgent';
      requestId: string;
    }
  | { kind: 'execution.cancel'; executionId: number; rowKey: string }
  | {
      kind: 'seo.start';
      jobId: number;
      rowKey: string;
      listingId: string;
      partnerId: number;
      requestId: string;
    }
  | {
      kind: 'webhook.wake';
      endpointId: number;
      rowKey: string;
      partnerId: number;
      requestId: string;
      /** The drain that should be awake is dead; another one is to take its place. */
      orphaned?: true;
    };

export type CommandKind = Command['kind'];
