import { Foundation1700000001000 } from './0001-foundation.ts';
import { RateLimits1700000002000 } from './0002-rate-limits.ts';

/** In the order in which they run; a migration that has been released is never changed. */
export const MIGRATIONS = [Foundation1700000001000, RateLimits1700000002000];
