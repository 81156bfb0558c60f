import type { Deps } from '../domain/kernel/deps.ts';

/**
 * Has the changes of requests wait in turns by partner for a connection. What locks a row that many requests of a partner change at once
 * holds up that partner's own ones, and nobody else's.
 */
export function withFairShare(deps: Deps): Deps {
  return {
    ...deps,
    transaction(call, work) {
      const { actor } = call;
      const shared = 'partnerId' in actor ? deps.fairShare(String(actor.partnerId)) : deps;
      return shared.transaction(call, work);
    },
  };
}
