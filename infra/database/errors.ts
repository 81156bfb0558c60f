import { types } from 'node:util';
import { QueueTimeout } from '../fair-queue.ts';

/**
 * PostgreSQL's codes that say "not now": no connection (08), out of resources (53), shutting down or cancelled (57),
 * a lock that was not granted in time (55P03), read-only after a failover (25006), lost against other transactions (40).
 */
const UNAVAILABLE = /^(08...|53...|57014|57P0.|55P03|25006|40001|40P01)$/;
/** Failures of the socket below the driver. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver and its pool raise these without a code. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
];
/** TypeORM's own: the data source was closed or never opened, or a transaction's connection broke between two statements. */
const NOT_CONNECTED = new Set([
  'CannotExecuteNotConnectedError',
  'ConnectionIsNotSetError',
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
]);

/** Another process now holds the request's Idempotency-Key and runs the request; this one did nothing. */
export class IdempotencyLockLost extends Error {
  constructor() {
    super('Another process has taken the request over.');
    this.name = 'IdempotencyLockLost';
  }
}

/** Whether a row was refused because another one has the same unique value; the transaction can only be rolled back. */
export function isUniqueViolation(error: unknown): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === '23505';
}

/** Whether the error means that the database cannot serve now and the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  if (error instanceof QueueTimeout) return true;
  const code = 'code' in error ? String(error.code) : '';
  if (UNAVAILABLE.test(code)) return true;
  if (NETWORK.has(code)) return true;
  if (NOT_CONNECTED.has(error.name)) return true;
  if (DRIVER_MESSAGES.some((message) => error.message.startsWith(message))) return true;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(isUnavailable);
  return 'driverError' in error && error.driverError !== error && isUnavailable(error.driverError);
}

/** Whether the database rejected the values of a row: data (22) or a constraint (23). */
export function isRefusedRow(error: unknown): boolean {
  return types.isNativeError(error) && 'code' in error && /^2[23]...$/.test(String(error.code));
}
