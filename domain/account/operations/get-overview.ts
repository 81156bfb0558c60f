import { OPEN_STATUSES } from '../../executions/rules.ts';
import { listNewest } from '../../executions/store.ts';
import { nothing, partnerOf, permits } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readUsage } from '../../usage/read-usage.ts';
import { listEndpointsInTrouble } from '../../webhooks/store.ts';
import type { Overview } from '../types.ts';

/** Most entries of each list; the areas' own lists have the rest. */
const LIMIT = 10;
/** Executions that failed longer ago are no news. */
const FAILED_MS = 7 * 86_400_000;

/** What a partner sees first: credits and requests, what is running, what has failed of late, and endpoints in trouble. */
export const getOverview = operation({
  name: 'account.get_overview',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async (deps, call): Promise<Overview> => {
    const partnerId = partnerOf(call);
    const since = new Date(deps.clock.now().getTime() - FAILED_MS);
    const [usage, running, failed, endpointsInTrouble] = await Promise.all([
      readUsage(deps, partnerId),
      listNewest(deps.db, partnerId, OPEN_STATUSES, { limit: LIMIT }),
      listNewest(deps.db, partnerId, ['failed'], { limit: LIMIT, since }),
      permits(call.actor, 'manage_webhooks') ? listEndpointsInTrouble(deps.db, partnerId, LIMIT) : null,
    ]);
    return { usage, running, failed, endpointsInTrouble };
  },
});
