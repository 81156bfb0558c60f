import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { claimWoken } from '../woken-store.ts';

/** A drain that is marked on its endpoint, for the process that took it. */
export const claimedDrain = z.object({ endpointId: z.int(), token: z.string(), instance: z.int() });

/** Takes endpoints that need a drain and have none; none while this process has lost its advisory lock. */
export const claimWokenEndpoints = step({
  name: 'webhooks.take_woken',
  input: z.object({ limit: z.int().min(1) }),
  output: z.object({ drains: z.array(claimedDrain) }),
  async run({ db, instance }, _call, { limit }) {
    const number = instance();
    if (number === null) return { drains: [] };
    const taken = await claimWoken(db, { instance: number, limit });
    return { drains: taken.map((drain) => ({ ...drain, instance: number })) };
  },
});
