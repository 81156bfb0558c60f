import { types } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields that never reach the log, wherever a caller puts them. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'plaintext',
  'secret',
  'password',
  'token',
  'client_secret',
  'key_hash',
];

/** The process's logger: JSON lines on standard output, `name` identifies the process. */
export function createLogger(options: {
  name: string;
  level: string;
  /** Fields of every line, such as those of its trace. */
  fields?: (() => object) | undefined;
}): Logger {
  return pino(
    {
      name: options.name,
      level: options.level,
      ...(options.fields && { mixin: options.fields }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorEntry },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    },
    standardOutput(),
  );
}

/** The same logger for lines that have known fields only: to look for secrets takes as long as the rest of such a line. */
export function withKnownFields(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

/** Lines are written when they have waited so long, or have so many bytes. */
const MAX_WAIT_MS = 10;
const MAX_WAITING_BYTES = 8_192;

/** Standard output, to which lines are written together, and all of them before the process ends: to write each by itself takes longer than to make it. */
function standardOutput(): DestinationStream & { flushSync(): void } {
  const output = pino.destination({ dest: process.stdout.fd, minLength: MAX_WAITING_BYTES });
  const flushSync = () => output.flushSync();
  process.once('exit', flushSync);
  let isScheduled = false;
  const flush = () => {
    isScheduled = false;
    // Unlike `flushSync` it does not block where the reader of the output is slow.
    output.flush();
  };
  return {
    write(line) {
      output.write(line);
      if (!isScheduled) setTimeout(flush, MAX_WAIT_MS).unref();
      isScheduled = true;
    },
    flushSync,
  };
}

/** Longest text of an error in the log, characters: a library may quote what it was given, such as a whole body. */
const MAX_TEXT_LENGTH = 4_000;

/** Type, code, message and stack of an error; not the fields that drivers add, such as a statement's parameters. */
function errorEntry(error: unknown): unknown {
  if (!types.isNativeError(error)) return { message: String(error).slice(0, MAX_TEXT_LENGTH) };
  const { stack, cause } = error;
  return {
    type: error.name,
    code: 'code' in error ? error.code : undefined,
    message: error.message.slice(0, MAX_TEXT_LENGTH),
    stack: stack?.slice(0, MAX_TEXT_LENGTH),
    cause: cause === undefined ? undefined : errorEntry(cause),
  };
}

/**
 * Logs the unhandled error that ends the process; its supervisor restarts it. Warnings of Node's, which it would write as
 * text, become lines of the log, too.
 */
export function logCrashes(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'));
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'the process dies of an unexpected error');
    process.exit(1);
  });
}
