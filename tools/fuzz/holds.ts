import { runTests } from './run-tests.ts';

/**
 * `npm run fuzz -- holds`: fills every field of every writing route, and the settings of every capability, with hostile pieces, and
 * reports what holds the event loop (`test/holds/`); `-- holds gtm-schedule` of those whose name has this in it. Returns the exit code.
 */
export function fuzzHolds([part = '']: string[]): Promise<number> {
  return runTests('test/acceptance/holds', { HOLDS: part });
}
