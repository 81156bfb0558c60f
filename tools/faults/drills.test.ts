import { afterAll, beforeAll, describe, jest, test } from '@jest/globals';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import { HOSTILE_DOCUMENTS } from '../../test/environment/hostile-documents/index.ts';
import { aiFaultsDrill } from './drills/ai-faults.ts';
import { cancelDrill } from './drills/cancel.ts';
import { databaseAwayDrill } from './drills/database-away.ts';
import { handOverDrill } from './drills/hand-over.ts';
import { hostileDocumentsDrill } from './drills/hostile-documents.ts';
import { killDrill } from './drills/kill.ts';
import { racingCreditsDrill } from './drills/racing-credits.ts';
import { recurringIdsDrill } from './drills/recurring-ids.ts';
import { refusedCommandDrill } from './drills/refused-command.ts';
import { temporalAwayDrill } from './drills/temporal-away.ts';
import { terminateDrill } from './drills/terminate.ts';
import { DRILL_ENVIRONMENT } from './environment.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';

jest.setTimeout(240_000);

/** Drills of `npm run faults`, one after the other on one stack. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ serviceEnvironment: DRILL_ENVIRONMENT });
});
afterAll(() => stack?.stop());

describe('nothing is lost or doubled where work is stopped, refused or fails:', () => {
  test.each([
    aiFaultsDrill,
    cancelDrill,
    terminateDrill,
    recurringIdsDrill,
    racingCreditsDrill,
    refusedCommandDrill,
    // The one that ended the worker, and one that takes long.
    hostileDocumentsDrill({
      documents: HOSTILE_DOCUMENTS.filter(({ name }) => /200,000 elements|1,999 pages/.test(name)),
      tiny: 0,
      maxDelayMs: 8_000,
    }),
  ])('$title', (drill) => expectNothingLost(stack, drill));
});

/** With little work each. */
describe('nothing is lost or doubled where processes die or are away:', () => {
  test.each([
    killDrill('worker', 4),
    killDrill('postgres', 4),
    databaseAwayDrill(0),
    temporalAwayDrill(5),
    handOverDrill(4),
  ])('$title', (drill) => expectNothingLost(stack, drill));
});
