import { z } from 'zod';
import type { SessionRow } from '../../domain/oauth/session-store.ts';
import { datetimeSchema, resource } from '../resource.ts';

/** A browser in which the person is signed in. */
export const sessionResource = resource({
  type: 'user_session',
  attributes: {
    device: z.string().describe('Browser and system as the user agent names them, such as `Firefox, Windows`.'),
    address: z.string().describe('Its beginning only: three bytes of IPv4, 48 bits of IPv6.'),
    is_current: z.boolean().describe('The session that asks.'),
    created_at: datetimeSchema,
    last_used_at: datetimeSchema,
  },
  present: (session: SessionRow) => ({ attributes: { address: session.network } }),
});
