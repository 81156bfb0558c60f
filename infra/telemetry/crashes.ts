import type { Logger } from 'pino';

/** Logs the unhandled error that ends the process; its supervisor restarts it. */
export function logCrashes(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'the process dies of an unexpected error');
    process.exit(1);
  });
}
