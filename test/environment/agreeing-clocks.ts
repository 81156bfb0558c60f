import type { ClockComparison } from '../../infra/clock/comparison.ts';

/** For work on a clock that the test sets, which PostgreSQL does not follow. */
export const AGREEING_CLOCKS: Pick<ClockComparison, 'requireAgreement'> = { requireAgreement: async () => undefined };
