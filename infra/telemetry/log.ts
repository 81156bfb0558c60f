import { type Logger, pino } from 'pino';

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

/** The process's logger: JSON lines on standard output, `name` tells the process apart. */
export function createLogger(options: { name: string; level: string }): Logger {
  return pino({
    name: options.name,
    level: options.level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
  });
}
