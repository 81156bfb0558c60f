import type { ExecutionSummary } from '../executions/rules.ts';
import type { Permission, Role } from '../kernel/permissions.ts';
import type { Partner } from '../partners/types.ts';
import type { UsageData } from '../usage/rules.ts';
import type { WebhookEndpointRow } from '../webhooks/table.ts';

/** Kinds of callers; `client` is an OAuth client that acts for itself. */
export const CALLER_KINDS = ['user', 'key', 'client'] as const;

/** The caller. */
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
  /** Base address of the runs in the Temporal Web UI; null: the caller may not see it, or it is not configured. */
  runsUrl: string | null;
}

/** A partner's start page. */
export interface Overview {
  usage: UsageData;
  running: ExecutionSummary[];
  failed: ExecutionSummary[];
  /** null: the caller may not see webhooks. */
  endpointsInTrouble: WebhookEndpointRow[] | null;
}

/** A user's permission for a client. */
export interface Consent {
  id: number;
  userId: number;
  clientId: string;
  clientName: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date;
}
