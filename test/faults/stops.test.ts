import { afterAll, beforeAll, describe, jest, test } from '@jest/globals';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import { aiFaultsDrill } from './drills/ai-faults.ts';
import { cancelDrill } from './drills/cancel.ts';
import { racingCreditsDrill } from './drills/racing-credits.ts';
import { recurringIdsDrill } from './drills/recurring-ids.ts';
import { refusedCommandDrill } from './drills/refused-command.ts';
import { terminateDrill } from './drills/terminate.ts';
import { DRILL_ENVIRONMENT } from './environment.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';

jest.setTimeout(240_000);

/** The drills of `npm run faults` about work that is stopped, refused or fails. */
describe('nothing is lost or doubled:', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ serviceEnvironment: DRILL_ENVIRONMENT });
  });
  afterAll(() => stack.stop());

  test.each([aiFaultsDrill, cancelDrill, terminateDrill, recurringIdsDrill, racingCreditsDrill, refusedCommandDrill])(
    '$title',
    (drill) => expectNothingLost(stack, drill),
  );
});
