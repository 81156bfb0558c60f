import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { namedPartner } from '../../partners/target.ts';
import { publishEventBody } from '../schema.ts';

/** Takes an event of a partner from an upstream system and gives it to the partner's endpoints. */
export const publishEvent = operation({
  name: 'events.publish',
  permission: 'administrator',
  params: partnerParams,
  target: namedPartner,
  input: publishEventBody,
  run: (deps, call, { type, data }, partner): Promise<string> =>
    deps.transaction(call, async (tx) => {
      const id = tx.publish({ partnerId: partner.id, type, data });
      tx.audit({
        type: 'event',
        id: id,
        partnerId: partner.id,
        details: { type },
      });
      tx.made({ type: 'event', id });
      return id;
    }),
  recover: async (_deps, _call, madeId) => madeId,
});
