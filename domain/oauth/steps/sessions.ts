import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { deviceOf, truncatedAddress } from '../device.ts';
import { saveSession, touchSession } from '../session-store.ts';

/** Records where a session is used, so that its person can see and end it. */
export const recordSession = step({
  name: 'user_sessions.record',
  input: z.object({
    uid: z.string(),
    userId: recordId,
    /** The console's grant in this session; null: another program's request. */
    grantId: z.string().nullable(),
    userAgent: z.string().optional(),
    address: z.string(),
  }),
  output: z.void(),
  run: ({ db, clock }: Pick<Deps, 'db' | 'clock'>, _call, { userAgent, address, ...session }) =>
    saveSession(db, clock.now(), {
      ...session,
      device: deviceOf(userAgent),
      network: truncatedAddress(address),
    }),
});

/** Records that the session of a grant is still used. */
export const recordSessionUse = step({
  name: 'user_sessions.use',
  input: z.object({ grantId: z.string() }),
  output: z.void(),
  run: ({ db, clock }: Pick<Deps, 'db' | 'clock'>, _call, { grantId }) => touchSession(db, clock.now(), grantId),
});
