import { afterAll, expect, test } from '@jest/globals';
import { drawPng } from '../../local/sandbox-marketplace/images/png.ts';
import { drawSvg } from '../../local/sandbox-marketplace/images/svg.ts';
import { Reader } from './reader.ts';

const readers: Reader[] = [];
afterAll(() => Promise.all(readers.map((reader) => reader.close())));

function open(jobLimitMs?: number): Reader {
  const reader = new Reader(jobLimitMs);
  readers.push(reader);
  return reader;
}

const page = (html: string) => ({
  bytes: Buffer.from(html),
  charset: undefined,
  url: 'https://marketplace.example/',
  listingId: 'prod-aaaaaaaaaaaaa',
});

/** The parser compares each attribute's name with all before it. */
const endless = page(`<h1 ${Array.from({ length: 400_000 }, (_, index) => `a${index}`).join(' ')}>T</h1>`);

test('a page that takes too long ends with its thread, and the next one has another', async () => {
  const reader = open(1_500);
  await expect(reader.readPage(endless)).rejects.toMatchObject({
    failure: 'unreadable',
    message: 'The page of this listing is too complex to be read.',
  });
  expect((await reader.readPage(page('<h1>Title</h1>')))?.title).toBe('Title');
});

test('the process goes on while a page is read, and jobs take turns', async () => {
  const reader = open(1_500);
  let beats = 0;
  const heart = setInterval(() => {
    beats += 1;
  }, 20);
  const [slow, quick] = await Promise.allSettled([reader.readPage(endless), reader.readPage(page('<h1>Title</h1>'))]);
  clearInterval(heart);
  expect(slow.status).toBe('rejected');
  expect(quick).toMatchObject({ status: 'fulfilled', value: { title: 'Title' } });
  expect(beats).toBeGreaterThan(3);
});

test('who gives up does not wait for the page, nor for the one before', async () => {
  const reader = open(1_500);
  const before = expect(reader.readPage(endless)).rejects.toMatchObject({ failure: 'unreadable' });
  const giveUp = new AbortController();
  const waiting = expect(reader.readPage(page('<h1>Title</h1>'), giveUp.signal)).rejects.toThrow('Enough');
  giveUp.abort(new Error('Enough'));
  await waiting;
  await before;
});

test('what is refused keeps the thread', async () => {
  const reader = open();
  await expect(reader.readPage(page('<div>'.repeat(1_000)))).rejects.toMatchObject({ failure: 'unreadable' });
  expect(await reader.readPage(page(''))).toBeNull();
});

test('a service that stops does not blame the page', async () => {
  const reader = open();
  await reader.readPage(page('<h1>Title</h1>'));
  const reading = reader.readPage(endless);
  const failed = expect(reading).rejects.toMatchObject({ failure: 'unreachable', message: 'The service is stopping.' });
  await reader.close();
  await failed;
  await expect(reader.readPage(page(''))).rejects.toMatchObject({ failure: 'unreachable' });
});

const measuring = open();

test.each([
  ['PNG', drawPng(320, 160, [1, 2, 3]), { format: 'png', width: 320, height: 160 }],
  ['the beginning of a PNG', drawPng(320, 160, [1, 2, 3]).subarray(0, 40), { format: 'png', width: 320, height: 160 }],
  ['SVG', drawSvg(64, 48, [1, 2, 3]), { format: 'svg', width: 64, height: 48 }],
  [
    'SVG without a size',
    Buffer.from('<?xml version="1.0"?>\n<svg><g/></svg>'),
    { format: 'svg', width: null, height: null },
  ],
  ['a page', Buffer.from('<!doctype html><svg width="1" height="1">'), null],
  ['nothing', Buffer.alloc(0), null],
  ['a format that listings do not have', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]), null],
])('%s is measured', async (_what, bytes, measure) => {
  expect(await measuring.measureImage(bytes)).toEqual(measure);
});
