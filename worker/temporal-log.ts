import { ApplicationFailure } from '@temporalio/common';
import { DefaultLogger, type LogEntry } from '@temporalio/worker';
import type { Logger } from 'pino';

/** Warnings about intended configuration: only one queue runs workflows. */
const EXPECTED = new Set(['No workflows registered, not polling for workflow tasks']);
/**
 * While Temporal is unavailable each poller repeats the same message; one per kind in this interval is enough,
 * milliseconds.
 */
const REPEAT_MS = 10_000;
/** Longest message, characters; the rest is Rust's debug output of the same error. */
const MAX_MESSAGE = 300;

/** Forwards Temporal's log lines, from warnings up, in our format. */
export function temporalLogger(log: Logger, now: () => number = () => performance.now()): DefaultLogger {
  const lastSeen = new Map<string, { at: number; suppressed: number }>();
  return new DefaultLogger('WARN', ({ level, message, meta }: LogEntry) => {
    if (EXPECTED.has(message)) return;
    const { error, subsystem, sdkComponent, ...rest } = meta ?? {};
    const line = { temporal: { ...rest, subsystem, sdkComponent }, ...errorFields(error) };
    if (String(sdkComponent) !== 'core') {
      if (level === 'ERROR') log.error(line, message);
      else log.warn(line, message);
      return;
    }
    const kind = message.replace(/\d+/g, '#').slice(0, MAX_MESSAGE);
    const seen = lastSeen.get(kind);
    if (seen && now() - seen.at < REPEAT_MS) {
      seen.suppressed += 1;
      return;
    }
    lastSeen.set(kind, { at: now(), suppressed: 0 });
    const suppressed = seen?.suppressed ? { suppressed: seen.suppressed } : {};
    log[level === 'ERROR' ? 'error' : 'warn']({ ...line, ...suppressed }, message.slice(0, MAX_MESSAGE));
  });
}

/** An ApplicationFailure needs no stack: it shows where errors are classified, not where they occurred. */
function errorFields(error: unknown): object {
  if (error === undefined) return {};
  if (error instanceof ApplicationFailure) {
    const { type, message, details } = error;
    return { failure: { type, message, ...(details?.length ? { details } : {}) } };
  }
  return { err: error };
}
