import { afterAll, beforeAll, describe, jest, test } from '@jest/globals';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import { databaseAwayDrill } from './drills/database-away.ts';
import { handOverDrill } from './drills/hand-over.ts';
import { killDrill } from './drills/kill.ts';
import { temporalAwayDrill } from './drills/temporal-away.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';

jest.setTimeout(240_000);

/** The drills of `npm run faults` about processes that die or are away, with little work each. */
describe('nothing is lost or doubled when', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.stop());

  test.each([
    killDrill('worker', 4),
    killDrill('postgres', 4),
    databaseAwayDrill(0),
    temporalAwayDrill(5),
    handOverDrill(4),
  ])('$title', (drill) => expectNothingLost(stack, drill));
});
