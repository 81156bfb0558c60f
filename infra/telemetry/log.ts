import { types } from 'node:util';
import { type Logger, pino } from 'pino';
import { createLineOutput } from './line-output.ts';

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
  const output = createLineOutput(process.stdout.fd, (lines) => log.warn({ lines }, 'lines of the log were lost'));
  process.once('exit', output.flushSync);
  const log = pino(
    {
      name: options.name,
      level: options.level,
      ...(options.fields && { mixin: options.fields }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorEntry },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    },
    output,
  );
  return log;
}

/** The same logger for lines that have known fields only: to look for secrets takes as long as the rest of such a line. */
export function withKnownFields(log: Logger): Logger {
  return log.child({}, { redact: [] });
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
 * text, become lines of the log, too, but for those that its flags switch off.
 */
export function logCrashes(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    // The flag alone keeps Node from writing them, not from handing them out.
    if (process.execArgv.includes(`--disable-warning=${warning.name}`)) return;
    log.warn({ err: warning }, 'a warning of Node');
  });
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'the process dies of an unexpected error');
    process.exit(1);
  });
}
