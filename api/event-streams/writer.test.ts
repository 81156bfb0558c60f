import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { HttpContext } from '../context.ts';
import { KEEP_ALIVE_MS, openEventStream } from './writer.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A response whose client reads all but the `buffered` bytes. */
class FakeResponse extends EventEmitter {
  written = '';
  headers: Record<string, string> = {};
  writableLength = 0;
  writableNeedDrain = false;
  writableEnded = false;
  destroyed = false;
  closed = false;

  writeHead(_status: number, headers: Record<string, string>): void {
    this.headers = headers;
  }
  flushHeaders(): void {}
  write(chunk: string): void {
    this.written += chunk;
  }
  end(): void {
    this.writableEnded = true;
  }
  destroy(): void {
    this.destroyed = true;
    this.close();
  }
  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

function open(res = new FakeResponse()) {
  return { res, stream: openEventStream({ res, state: {} } as unknown as HttpContext, { 'X-Sample': 'yes' }) };
}

test('a silence of 15 s is broken by a comment, and by nothing else', async () => {
  const { res, stream } = open();
  expect(res.headers).toMatchObject({ 'Content-Type': 'text/event-stream', 'X-Sample': 'yes' });
  await jest.advanceTimersByTimeAsync(KEEP_ALIVE_MS - 1);
  stream.event({ event: 'tick', data: '' });
  await jest.advanceTimersByTimeAsync(KEEP_ALIVE_MS - 1);
  expect(res.written).toBe('event: tick\ndata: \n\n');
  await jest.advanceTimersByTimeAsync(1);
  expect(res.written).toBe('event: tick\ndata: \n\n: keep-alive\n\n');
});

test('a client that lets too much pile up is disconnected', async () => {
  const { res, stream } = open();
  res.writableLength = 1_048_577;
  stream.write('x');
  expect(res.destroyed).toBe(true);
  await stream.closed;
  expect(jest.getTimerCount()).toBe(0);
});

test('a client that does not read the rest of an ended stream is disconnected after 10 s', async () => {
  const { res, stream } = open();
  stream.end();
  await jest.advanceTimersByTimeAsync(9_999);
  expect(res.destroyed).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(res.destroyed).toBe(true);
  await stream.closed;
});

test('a stream to a client that has left already is over at once', async () => {
  const gone = new FakeResponse();
  gone.destroy();
  const { stream } = open(gone);
  stream.event({ data: 'nobody reads this' });
  stream.end();
  await stream.closed;
  expect([gone.written, jest.getTimerCount()]).toEqual(['', 0]);
});

test('whoever waits for room goes on when there is some, or when the stream has to end', async () => {
  const { res, stream } = open();
  const controller = new AbortController();
  await stream.drained(controller.signal);
  res.writableNeedDrain = true;
  const drained = stream.drained(controller.signal);
  res.emit('drain');
  await drained;
  const ended = stream.drained(controller.signal);
  controller.abort();
  await ended;
  expect(res.listenerCount('drain')).toBe(0);
});
