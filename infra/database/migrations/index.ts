import { Foundation1700000001000 } from './0001-foundation.ts';
import { RateLimits1700000002000 } from './0002-rate-limits.ts';
import { Webhooks1700000003000 } from './0003-webhooks.ts';
import { WebhookDrains1700000004000 } from './0004-webhook-drains.ts';
import { Seo1700000005000 } from './0005-seo.ts';
import { MadeKeys1700000006000 } from './0006-made-keys.ts';
import { Oauth1700000007000 } from './0007-oauth.ts';
import { Mcp1700000008000 } from './0008-mcp.ts';

/** In the order in which they run; a migration that has been released is never changed. */
export const MIGRATIONS = [
  Foundation1700000001000,
  RateLimits1700000002000,
  Webhooks1700000003000,
  WebhookDrains1700000004000,
  Seo1700000005000,
  MadeKeys1700000006000,
  Oauth1700000007000,
  Mcp1700000008000,
];
