import { afterAll, expect, test } from '@jest/globals';
import { drawPng, drawSvg } from '../../../sandbox/marketplace/images.ts';
import { MarketplaceClosed } from '../port.ts';
import { Reader } from './reader.ts';

const readers: Reader[] = [];
afterAll(() => Promise.all(readers.map((reader) => reader.close())));

function open(guardMs?: number): Reader {
  const reader = guardMs === undefined ? new Reader() : new Reader({ guardMs: () => guardMs });
  readers.push(reader);
  return reader;
}

const page = (html: string) => ({
  bytes: Buffer.from(html),
  charset: undefined,
  url: 'https://marketplace.example/marketplace/pp/prod-aaaaaaaaaaaaa',
  listingId: 'prod-aaaaaaaaaaaaa',
});

const forPartner = (onBehalfOf: string, waitMs = 60_000, signal?: AbortSignal) => ({ onBehalfOf, waitMs, signal });
const one = forPartner('one');

/** The parser compares each attribute's name with all before it. */
const endless = page(`<h1 ${Array.from({ length: 400_000 }, (_, index) => `a${index}`).join(' ')}>T</h1>`);

test('a page that takes too long ends with its process, and the next one has another', async () => {
  const reader = open(700);
  await expect(reader.readPage(endless, one)).rejects.toMatchObject({
    failure: 'busy',
    message: 'The page of this listing could not be read in time. Try again in a minute.',
  });
  expect((await reader.readPage(page('<h1>Title</h1>'), one))?.title).toBe('Title');
});

test('the process goes on while a page is read, and jobs of the same partner follow each other', async () => {
  const reader = open(700);
  let beats = 0;
  const heart = setInterval(() => {
    beats += 1;
  }, 20);
  const [slow, quick] = await Promise.allSettled([
    reader.readPage(endless, one),
    reader.readPage(page('<h1>Title</h1>'), one),
  ]);
  clearInterval(heart);
  expect(slow.status).toBe('rejected');
  expect(quick).toMatchObject({ status: 'fulfilled', value: { title: 'Title' } });
  expect(beats).toBeGreaterThan(3);
});

test("one partner's pages do not keep another's waiting", async () => {
  const reader = open(8_000);
  let ended = 0;
  const end = () => {
    ended += 1;
  };
  const hostile = Array.from({ length: 6 }, () => reader.readPage(endless, one).then(end, end));
  const honest = await Promise.all(
    ['two', 'three'].map((partner) => reader.readPage(page('<h1>T</h1>'), forPartner(partner))),
  );
  expect(honest.map((content) => content?.title)).toEqual(['T', 'T']);
  // In order of arrival, or with one process, they would come after it.
  expect(ended).toBe(0);
  await reader.close();
  await Promise.all(hostile);
});

test('a page that has no reader in time says that the service is busy', async () => {
  const reader = open(700);
  const before = expect(reader.readPage(endless, one)).rejects.toMatchObject({ failure: 'busy' });
  await expect(reader.readPage(page('<h1>T</h1>'), forPartner('one', 200))).rejects.toMatchObject({
    failure: 'busy',
    message: 'The service is busy with other pages. Try again in a minute.',
  });
  await before;
  expect((await reader.readPage(page('<h1>T</h1>'), forPartner('one')))?.title).toBe('T');
});

test('a large page of honest text is read, also on a machine that is busy with others', async () => {
  const reader = open();
  const text = '<p>The scheduler keeps every record in step.</p>'.repeat(45_000);
  const large = page(
    `<h1>Title</h1><div id="description">${text}${'<!-- -->'.repeat(100)}${' '.repeat(2_000_000)}</div>`,
  );
  const read = await Promise.all(['one', 'two'].map((partner) => reader.readPage(large, forPartner(partner))));
  expect(read.map((content) => content?.longDescription)).toEqual(
    read.map(() => expect.objectContaining({ cut: true, paragraphs: 45_000 })),
  );
});

test('the page of another listing is missing', async () => {
  const elsewhere = { ...page('<h1>Welcome</h1>'), url: 'https://marketplace.example/' };
  await expect(open().readPage(elsewhere, one)).rejects.toMatchObject({
    failure: 'missing',
    message: 'The marketplace shows another page in place of this listing.',
  });
});

test('who gives up does not wait for the page, nor for the one before', async () => {
  const reader = open(700);
  const before = expect(reader.readPage(endless, one)).rejects.toMatchObject({ failure: 'busy' });
  const controller = new AbortController();
  const waiting = expect(
    reader.readPage(page('<h1>Title</h1>'), forPartner('one', 60_000, controller.signal)),
  ).rejects.toThrow('Enough');
  controller.abort(new Error('Enough'));
  await waiting;
  await before;
});

test('what is refused keeps the process', async () => {
  const reader = open();
  await expect(reader.readPage(page('<div>'.repeat(1_000)), one)).rejects.toMatchObject({ failure: 'unreadable' });
  expect(await reader.readPage(page(''), one)).toBeNull();
});

test('a service that stops does not blame the page', async () => {
  const reader = open();
  await reader.readPage(page('<h1>Title</h1>'), one);
  const reading = reader.readPage(endless, one);
  const failed = expect(reading).rejects.toThrow(MarketplaceClosed);
  await reader.close();
  await failed;
  await expect(reader.readPage(page(''), one)).rejects.toThrow(MarketplaceClosed);
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
  expect(await measuring.measureImage(bytes, one)).toEqual(measure);
});
