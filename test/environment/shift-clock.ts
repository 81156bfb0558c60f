import { openSync, readSync } from 'node:fs';

/**
 * Loaded before a program (`node --import`), gives it another clock: the system's, later or earlier by the milliseconds
 * in the file that `SHIFTED_CLOCK_FILE` names. It is read at each look at the clock, so a change holds at once in all
 * processes. Timers and the monotonic clock stay as they are.
 */
const file = openSync(process.env['SHIFTED_CLOCK_FILE'] ?? '', 'r');
const shiftMs = new Float64Array(1);
const SystemDate = Date;
const systemNow = Date.now;

function now(): number {
  readSync(file, shiftMs, 0, shiftMs.byteLength, 0);
  return systemNow() + (shiftMs[0] ?? 0);
}

SystemDate.now = now;
globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new SystemDate(now()).toString(),
});
SystemDate.prototype.constructor = globalThis.Date;
