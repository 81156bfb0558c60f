import type { MigrationInterface, QueryRunner } from 'typeorm';
import { KEYS, takeFunction } from './0002-rate-limits.ts';
import { TOKENS } from './0007-oauth.ts';

/**
 * A window that ends later than one that begins now has been counted by a clock that was set back since. It would last for as long as
 * the clock was ahead, with the requests of one minute. Windows that another connection has just begun end a little later, too.
 */
const IS_OVER = `(c.window_ends_at <= moment OR c.window_ends_at > moment + CASE
        WHEN excluded.window_ends_at = moment + interval '60 seconds' THEN interval '2 minutes'
        ELSE interval '1 day 1 minute'
      END)`;

/** Windows of rate limits end also where the clock of the database is set back. */
export class WindowsOfAClockSetBack1700000167000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(takeFunction({ ...KEYS, ...TOKENS }, IS_OVER));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(takeFunction({ ...KEYS, ...TOKENS }));
  }
}
