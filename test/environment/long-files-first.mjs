import Sequencer from '@jest/test-sequencer';
import { BUDGETS } from '../budgets.ts';

/** Starts the files with the largest budgets first: one that begins last is waited for alone, and a fresh clone has no times of earlier runs. */
export default class LongFilesFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => budgetOf(other) - budgetOf(one));
  }
}

function budgetOf({ path }) {
  const [, { seconds } = { seconds: 0 }] = Object.entries(BUDGETS).find(([file]) => path.endsWith(`/${file}`)) ?? [];
  return seconds;
}
