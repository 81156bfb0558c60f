import { z } from 'zod';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listWebhooksQuery } from '../schema.ts';
import { listEndpoints } from '../store.ts';

/** The partner's endpoints, newest first. */
export const listWebhooks = operation({
  name: 'webhooks.list',
  permission: 'manage_webhooks',
  params: z.object({}),
  input: listWebhooksQuery,
  run: (deps, call, query) => listEndpoints(deps.db, partnerOf(call), query),
});
