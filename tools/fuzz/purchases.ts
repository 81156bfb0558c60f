import { runTests } from './run-tests.ts';

/**
 * `npm run fuzz -- purchases [lives] [seed]`: plays generated lives of purchases in several orders of their events, and
 * compares the books with a model of their own (`test/purchases/`); 2,000 by default. Returns the exit code.
 */
export async function fuzzPurchases([lives = '2000', seed = String(Date.now() % 2 ** 31)]: string[]): Promise<number> {
  process.stdout.write(`${lives} lives from seed ${seed}\n`);
  return runTests('test/purchases', { PURCHASE_LIVES: lives, PURCHASE_SEED: seed });
}
