/** How long a test file may take on two idle cores, seconds. */
export const BUDGET_SECONDS = 60;

/** Files that take longer, and why. They start first. */
export const BUDGETS: Record<string, { seconds: number; reason: string }> = {
  'tools/faults/drills.test.ts': { seconds: 180, reason: 'stops and kills each process of a whole product of its own' },
  'test/acceptance/console-controls.test.ts': {
    seconds: 100,
    reason: 'looks at each control of each view in three schemes of colours',
  },
  'test/whole-month.test.ts': { seconds: 90, reason: 'plays five months on a whole product of its own' },
  'test/flows-under-erasure.test.ts': {
    seconds: 240,
    reason: 'erases a partner twice on a whole product of its own, whose AI does not answer in time',
  },
  'test/webhook-ten-days.test.ts': { seconds: 90, reason: 'runs ten days of retries on an accelerated clock' },
};
