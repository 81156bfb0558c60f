import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import { publishEventBody } from '../schema.ts';

/** Imports an event of a partner from an upstream system and delivers it to the partner's endpoints; returns its id. */
export const publishEvent = operation({
  name: 'events.publish',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: publishEventBody,
  change: async (tx, { input: { type, data }, target }): Promise<string> =>
    tx.publish({ partnerId: target.id, type, data }),
  audit: (id, { input: { type }, target }) => ({ type: 'event', id, partnerId: target.id, details: { type } }),
  recover: async (_deps, _call, madeId) => madeId,
});
