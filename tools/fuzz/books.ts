import { runTests } from './run-tests.ts';

/**
 * `npm run fuzz -- books [months] [first seed]`: plays generated months of partners, and compares their sums in all forms
 * with a model of their own (`test/books/`); 2,000 by default. Returns the exit code.
 */
export async function fuzzBooks([
  months = '2000',
  firstSeed = String(Date.now() % 2 ** 31),
]: string[]): Promise<number> {
  process.stdout.write(`${months} months from seed ${firstSeed}\n`);
  return runTests('test/books', { BOOKS_MONTHS: months, BOOKS_SEED: firstSeed });
}
