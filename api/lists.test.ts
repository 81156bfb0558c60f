import { describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { eventLoopScheduler } from '../domain/kernel/event-loop-scheduler.ts';
import { MAX_LIST_BYTES } from '../domain/kernel/page.ts';
import { includeBody, pageQuery } from '../domain/kernel/schema.ts';
import { createJsonSlices, SLICE_LENGTH, toJsonText } from './json-slices.ts';
import { listAnswer, listFormOf } from './lists.ts';

const PAGED = listFormOf(z.object({ ...pageQuery(), ...includeBody }), ['url']);
if (!PAGED) throw new Error('A list with pages has a form.');
const LONG = 'x'.repeat(2_001);
const CUT = 'x'.repeat(2_000);

const entry = (attributes: object) => ({ type: 'sample', id: 1, attributes });
const shown = async (data: unknown[], input: object = {}, meta?: object) => {
  const { body, text } = await listAnswer({ data, ...(meta && { meta }), links: { self: '/x' } }, PAGED, input, '1');
  // Both forms are one answer: REST sends the text, MCP makes its result of the object.
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(body)));
  return JSON.parse(text);
};

describe('long texts of a list', () => {
  test('are cut and named, wherever they are in an entry', async () => {
    const attributes = { body: LONG, short: CUT, products: [{ description: LONG }, { description: 'y' }] };
    expect(await shown([entry(attributes)], {}, { total: 1 })).toEqual({
      data: [entry({ body: CUT, short: CUT, products: [{ description: CUT }, { description: 'y' }] })],
      meta: { total: 1, truncated: ['body', 'products.description'] },
      links: { self: '/x' },
    });
  });

  test('are whole where they are included, or must not be cut', async () => {
    expect(await shown([entry({ body: LONG })], { include: 'body' })).toEqual({
      data: [entry({ body: LONG })],
      links: { self: '/x' },
    });
    expect(await shown([entry({ url: LONG })])).toMatchObject({ data: [entry({ url: LONG })] });
  });

  test('are measured in whole characters, as in the maxima of inputs', async () => {
    const { data, meta } = await shown([{ body: `${'x'.repeat(1_999)}😀😀`, short: '😀'.repeat(2_000) }]);
    expect(data).toEqual([{ body: `${'x'.repeat(1_999)}😀`, short: '😀'.repeat(2_000) }]);
    expect(meta.truncated).toEqual(['body']);
  });

  test('have at most a hundred names, none of them long', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}${'n'.repeat(500)}`, LONG]));
    const { meta } = await shown([{ many }]);
    expect(meta.truncated).toHaveLength(100);
    expect(Math.max(...meta.truncated.map((name: string) => name.length))).toBe(200);
  });
});

describe('a page', () => {
  const page = (entries: number) => Array.from({ length: entries }, () => ({ text: 'x'.repeat(2_000 - 11) }));

  test('of 1 MiB is answered, a larger one refused', async () => {
    await expect(shown(page(520))).resolves.toBeDefined();
    await expect(shown(page(530))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { per_page: [expect.stringContaining('1 MiB')] },
    });
  });

  test('that is refused is not serialized to its end', async () => {
    let read = 0;
    const toJSON = () => {
      read += 1;
      return 'x'.repeat(2_000);
    };
    const data = Array.from({ length: 10_000 }, () => ({ toJSON }));
    await expect(listAnswer({ data }, { ...PAGED, neverCut: new Set() }, { include: 'body' }, '1')).rejects.toThrow();
    expect(read * 2_000).toBeLessThan(MAX_LIST_BYTES + SLICE_LENGTH);
  });

  test('waits for its turn after each slice', async () => {
    const turns = await turnsOf(() => shown(page(520)));
    expect(turns).toBeGreaterThanOrEqual(Math.floor((520 * 2_000) / SLICE_LENGTH / 2));
  });
});

test('a large record is serialized in slices, too', async () => {
  const step = { key: 'write', output: { text: 'x'.repeat(SLICE_LENGTH) }, left: undefined, list: [undefined, 1] };
  const record = { data: entry({ step_results: Array.from({ length: 12 }, () => step), empty: {}, none: [] }) };
  let text = '';
  const turns = await turnsOf(async () => {
    text = await toJsonText(record, createJsonSlices('1'));
  });
  expect(text).toBe(JSON.stringify(record));
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('a long list within a record is taken apart bit by bit', async () => {
  const lines = Array.from({ length: 10_050 }, (_, index) => ({ line: index, of: ['x', undefined], left: undefined }));
  const record = { data: { lines, some: lines.slice(0, 100), next: lines.slice(0, 101) } };
  const turns = await turnsOf(async () => {
    expect(await toJsonText(record, createJsonSlices('1'))).toBe(JSON.stringify(record));
  });
  expect(turns).toBeGreaterThanOrEqual(Math.floor(JSON.stringify(record).length / SLICE_LENGTH / 2));
});

/** For how many turns of the event loop the work waits. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  const take = jest.spyOn(eventLoopScheduler, 'take');
  try {
    await work();
    return take.mock.calls.length;
  } finally {
    take.mockRestore();
  }
}
