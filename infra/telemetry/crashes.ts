import type { Logger } from 'pino';

/** Puts into the log why the process dies of an error that nobody handled; whoever supervises it starts it again. */
export function logCrashes(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'the process dies of an unexpected error');
    process.exit(1);
  });
}
