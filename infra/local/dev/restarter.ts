import { errorMessage } from '../files.ts';
import { affectedBy, type Restartable } from './watch.ts';

/** Requests and activities that are under way have this long to end before a restart kills the process, milliseconds. */
const GRACE_MS = 500;

/** Dependencies of the restarter. */
export interface RestarterOptions {
  stack: {
    pause(name: string, graceMs?: number): Promise<void>;
    start(name: string): Promise<void>;
  };
  /** Runs the migrations. */
  migrate: () => Promise<void>;
  /** After a process serves its new code. */
  restarted: (name: Restartable) => void;
  report: (line: string) => void;
}

/** Starts processes again whose code has changed. */
export interface Restarter {
  /** Takes the paths, from the root, of files that changed. */
  changed(files: readonly string[]): void;
  /** Resolves when no restart is due any more. */
  idle(): Promise<void>;
}

/** One restart at a time for each process; changes during one lead to one more. Code that does not start is reported, and waits for the next change. */
export function createRestarter({ stack, migrate, restarted, report }: RestarterOptions): Restarter {
  const due = new Set<Restartable>();
  const running = new Map<Restartable, Promise<void>>();
  const starting = new Set<Restartable>();
  let migration: Promise<void> = Promise.resolve();

  async function restart(name: Restartable): Promise<void> {
    while (due.delete(name)) {
      const startedAt = performance.now();
      try {
        await stack.pause(name, GRACE_MS);
        await migration;
        starting.add(name);
        await stack.start(name);
        report(`${name} runs the new code (${Math.round(performance.now() - startedAt)} ms)`);
        restarted(name);
      } catch (error) {
        if (!due.has(name)) report(`${name} does not start:\n${errorMessage(error)}`);
      } finally {
        starting.delete(name);
      }
    }
    running.delete(name);
  }

  return {
    changed(files) {
      const affected = files.map(affectedBy);
      if (affected.some((each) => each.migrate)) {
        migration = migration.then(migrate).catch((error: unknown) => report(errorMessage(error)));
      }
      for (const name of new Set(affected.flatMap(({ processes }) => processes))) {
        due.add(name);
        if (!running.has(name)) running.set(name, restart(name));
        // A start that hangs, or is tried again, ends at once: its code is old.
        else if (starting.has(name)) void stack.pause(name, GRACE_MS).catch(() => undefined);
      }
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
