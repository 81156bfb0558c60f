import { expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { type Logger, pino } from 'pino';
import { temporalLogger } from './temporal-log.ts';

/** A logger and the lines it wrote. */
function recorder(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

test('pollers that repeat the same complaint are heard once in a while, with how many there were', () => {
  const { log, lines } = recorder();
  let now = 0;
  const logger = temporalLogger(log, () => now);
  const complain = (retries: number) =>
    logger.warn(`gRPC call poll_activity_task_queue retried ${retries} times`, { sdkComponent: 'core' });
  for (let retries = 6; retries < 20; retries += 1) complain(retries);
  expect(lines).toHaveLength(1);
  now = 11_000;
  complain(20);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ suppressed: 13, temporal: { sdkComponent: 'core' } });
});

test('lines of the worker are not held back, and a failure on purpose has no stack', () => {
  const { log, lines } = recorder();
  const logger = temporalLogger(log);
  const details = [{ status: 429, code: 'rate_limit_exceeded' }];
  const error = ApplicationFailure.create({ type: 'ai_rate_limited', message: 'Wait.', details });
  for (let n = 0; n < 3; n += 1) logger.warn('Activity failed', { sdkComponent: 'worker', error });
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatchObject({ failure: { type: 'ai_rate_limited', message: 'Wait.', details } });
  expect(JSON.stringify(lines[0])).not.toContain('stack');
});
