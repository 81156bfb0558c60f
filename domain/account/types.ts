import type { ExecutionSummary } from '../executions/types.ts';
import type { Permission, Role } from '../kernel/permissions.ts';
import type { Partner } from '../partners/types.ts';
import type { UsageData } from '../usage/types.ts';
import type { WebhookEndpointRow } from '../webhooks/table.ts';

/** What a credential can stand for. */
export const CALLER_KINDS = ['user', 'key', 'client'] as const;

/** Who calls. */
export interface Me {
  kind: (typeof CALLER_KINDS)[number];
  /** Number of the user, the key or the client. */
  id: number;
  name: string;
  /** null: no person. */
  email: string | null;
  /** null: a key, which has no role and may do everything. */
  role: Role | null;
  permissions: readonly Permission[];
  partner: Partner;
  /** Below which each run has its page in the Temporal Web UI; null: not the caller's to see, or there is none. */
  runsUrl: string | null;
}

/** What a partner sees first. */
export interface Overview {
  usage: UsageData;
  running: ExecutionSummary[];
  failed: ExecutionSummary[];
  /** null: the caller may not see webhooks. */
  endpointsInTrouble: WebhookEndpointRow[] | null;
}

/** What a user has permitted a program. */
export interface Consent {
  id: number;
  userId: number;
  clientId: string;
  clientName: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date;
}
