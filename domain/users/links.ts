import { hash } from 'node:crypto';
import type { Deps } from '../kernel/deps.ts';
import { DAY_MS, HOUR_MS } from '../kernel/durations.ts';
import type { LinkKind } from './table.ts';

/** How long a link works, milliseconds. */
export const LINK_LIFETIME_MS: Readonly<Record<LinkKind, number>> = {
  invitation: 7 * DAY_MS,
  password_reset: HOUR_MS,
};

/** Base62; 256 bits. */
const SECRET_LENGTH = 43;
const SECRET = /^[0-9A-Za-z]{43}$/;

/** Page of the sign-in that takes links. The secret is in the fragment, which browsers send to nobody. */
const LINK_PAGE = '/oauth/link';

/** A new secret with its hash, and the path of the link. */
export function newLink({ ids }: Pick<Deps, 'ids'>): { secretHash: Buffer; path: `/${string}` } {
  const secret = ids.base62(SECRET_LENGTH);
  return { secretHash: hashOfSecret(secret), path: `${LINK_PAGE}#${secret}` };
}

/** The hash under which a secret is kept; null for what is none. */
export function hashOfGiven(secret: string): Buffer | null {
  return SECRET.test(secret) ? hashOfSecret(secret) : null;
}

function hashOfSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
