import { ApplicationFailure } from '@temporalio/common';
import { DefaultLogger, type LogEntry } from '@temporalio/worker';
import type { Logger } from 'pino';

/** Warnings about what is meant to be so: only one queue runs workflows. */
const EXPECTED = new Set(['No workflows registered, not polling for workflow tasks']);
/** While Temporal is away each of its pollers repeats the same complaint; one of a kind in this time is enough. */
const REPEAT_MS = 10_000;
/** Longest text of a complaint; what follows is Rust's view of the same error. */
const MAX_MESSAGE = 300;

/** Temporal's own log lines, from warnings up, in the form of ours. */
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

/** A failure that an activity threw on purpose needs no stack: it tells where errors are classed, not where they arose. */
function errorFields(error: unknown): object {
  if (error === undefined) return {};
  if (error instanceof ApplicationFailure) {
    const { type, message, details } = error;
    return { failure: { type, message, ...(details?.length ? { details } : {}) } };
  }
  return { err: error };
}
