import type { Deps } from '../domain/kernel/deps.ts';

/**
 * Shares connections fairly between partners for requests that change data. Changes that lock a row shared by a
 * partner's requests then delay only that partner.
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
