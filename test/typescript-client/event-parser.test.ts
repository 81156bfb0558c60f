import { expect, test } from '@jest/globals';
import { EventParser } from '../../clients/typescript/src/event-parser.ts';
import { cpuTimeOf } from '../environment/cpu-time.ts';

const TEXT =
  '\uFEFF: heartbeat\r\nretry: 1500\n\nid: 7\r\nevent: status\rdata: {"a":\ndata:1}\n\n\ndata\n\nid: 8\0\nid:9\ndata: end\r\n\r\nevent: lost\ndata: x';
const EVENTS = [
  { event: 'status', id: '7', data: '{"a":\n1}' },
  { event: 'message', id: '7', data: '' },
  { event: 'message', id: '9', data: 'end' },
];

test.each([1, 2, 3, 7, 1000])('events are read from pieces of %d characters', (length) => {
  const parser = new EventParser('');
  const pieces = TEXT.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
  expect(pieces.flatMap((piece) => parser.push(piece))).toEqual(EVENTS);
  expect([parser.lastId, parser.retryMs]).toEqual(['9', 1500]);
});

test('a long event in many pieces costs little, and one without an end is refused', async () => {
  const piece = 'x'.repeat(100);
  const ms = await cpuTimeOf(() => {
    const parser = new EventParser('');
    parser.push('data: ');
    for (let count = 0; count < 100_000; count += 1) parser.push(piece);
    expect(parser.push('\n\n')[0]?.data).toHaveLength(10_000_000);
  }, 2_000);
  expect(ms).toBeLessThan(2_000);
  const large = piece.repeat(10_000);
  const parser = new EventParser('');
  expect(() => {
    for (let count = 0; count < 20; count += 1) parser.push(large);
  }).toThrow(RangeError);
});
