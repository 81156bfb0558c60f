import { DefaultLogger, type LogEntry } from '@temporalio/worker';
import type { Logger } from 'pino';

/** Warnings about what is meant to be so: only one queue runs workflows. */
const EXPECTED = new Set(['No workflows registered, not polling for workflow tasks']);

/** Temporal's own log lines, from warnings up, in the form of ours. */
export function temporalLogger(log: Logger): DefaultLogger {
  return new DefaultLogger('WARN', ({ level, message, meta }: LogEntry) => {
    if (EXPECTED.has(message)) return;
    const line = { temporal: { ...meta, error: undefined }, ...(meta?.['error'] ? { err: meta['error'] } : {}) };
    if (level === 'ERROR') log.error(line, message);
    else log.warn(line, message);
  });
}
