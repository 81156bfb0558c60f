import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';

type Migration = new () => MigrationInterface;

/** Number of the advisory lock under which migrations run, so that concurrent releases run them one after the other. */
const MIGRATION_LOCK = 7_310_001;
/** Pause between two tries to get that lock, milliseconds. */
const POLL_MS = 500;

/**
 * Waits until no other process migrates; the lock lasts as long as the session. Each try is a statement of its own: one that waits within
 * the database has a snapshot meanwhile, and `CREATE INDEX CONCURRENTLY` of the process that migrates waits for all older snapshots. Both
 * would wait for ever, which PostgreSQL does not see, since the session with the lock is idle.
 */
export async function lockMigrations(session: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await session.query('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
    if (rows[0]?.taken) return;
    await pause(POLL_MS);
  }
}

/**
 * Longest wait of a migration for a lock, milliseconds: less than requests have for theirs, since whoever wants the table meanwhile waits
 * behind it; more than PostgreSQL's `deadlock_timeout` of a second, after which an autovacuum that is in the way is ended.
 */
const LOCK_WAIT_MS = 1_500;
/**
 * How long a migration is tried that does not get its locks, milliseconds, since a dump of a large database may take as long; and the pause
 * between two tries, in which requests have the table to themselves.
 */
const TRIES = { longestMs: 1_800_000, pauseMs: 3_000 };

/**
 * The migrations, which wait for each lock briefly. Those outside a transaction wait as long as they must: what they make concurrently is
 * in nobody's way.
 */
export function waitingBriefly(migrations: readonly Migration[]): Migration[] {
  return migrations.map((Given) => {
    class Brief extends Given {
      /** By which TypeORM knows it. */
      override readonly name = Given.name;

      override async up(runner: QueryRunner): Promise<void> {
        if (this.transaction !== false) await runner.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
        await super.up(runner);
      }
    }
    return Brief;
  });
}

/** PostgreSQL's codes for a lock that was not granted in time, and a deadlock. */
const LOCKED_OUT = new Set(['55P03', '40P01']);

/** Repeats work that does not get its locks because of a long transaction of somebody else. Throws the last error when that lasts too long. */
export async function repeatedWhileLocked<Result>(
  work: () => Promise<Result>,
  { longestMs, pauseMs }: { longestMs: number; pauseMs: number } = TRIES,
): Promise<Result> {
  const began = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isLockedOut = error instanceof Error && 'code' in error && LOCKED_OUT.has(String(error.code));
      if (!isLockedOut || performance.now() - began > longestMs) throw error;
      await pause(pauseMs);
    }
  }
}
