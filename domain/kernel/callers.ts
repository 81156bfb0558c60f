import type { Actor } from './call.ts';

/** Kinds of callers whose use is counted. */
export const COUNTED_CALLERS = ['partner_key', 'user', 'client'] as const;
export type CountedCaller = (typeof COUNTED_CALLERS)[number];

/** A caller of a partner by which use is counted; a key counts with those that it was rotated from. */
export interface Caller {
  partnerId: number;
  kind: CountedCaller;
  id: number;
}

/** The caller that work of the actor counts for; undefined: nobody's, such as the service's own. */
export function callerOf(actor: Actor): Caller | undefined {
  switch (actor.kind) {
    case 'partner_key':
      return { partnerId: actor.partnerId, kind: 'partner_key', id: actor.keyFamilyId };
    case 'user':
      return { partnerId: actor.partnerId, kind: 'user', id: actor.userId };
    case 'client':
      return { partnerId: actor.partnerId, kind: 'client', id: actor.clientId };
    default:
      return undefined;
  }
}
