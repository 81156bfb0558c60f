import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { IMAGE_BYTES_BY_PLAN } from '../../domain/content-images/budget.ts';
import { createImage } from '../../domain/content-images/operations/create-image.ts';
import { PIECE_BYTES } from '../../domain/content-images/store.ts';
import { invoke } from '../../domain/kernel/invoke.ts';
import { perform } from '../../domain/kernel/step.ts';
import { purgeTable } from '../../domain/retention/steps/purge-table.ts';
import { MAX_IMAGE_BYTES } from '../../infra/images/port.ts';
import { open } from '../../test/environment/client.ts';
import { startTestEdge, type TestAnswer, type TestEdge } from '../../test/environment/edge.ts';
import { type Colour, JPEG, pngOf } from '../../test/environment/images.ts';
import { formOf } from '../../test/environment/knowledge-bases.ts';
import { readPdf, type StructureNode } from '../../test/environment/pdf.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { contentItemsArea } from '../content-items/area.ts';
import { contentImagesArea } from './area.ts';

jest.setTimeout(120_000);

const ITEMS = '/api/v1/content-workflow/content-items';

let service: TestService;
let edge: TestEdge;
beforeAll(async () => {
  service = await startTestService();
  edge = await startTestEdge(service, [...contentItemsArea.routes, ...contentImagesArea.routes]);
});
afterAll(async () => {
  await edge.close();
  await service.stop();
});

/** A partner with a key, as requests and calls name it. */
async function newOwner() {
  const { partner, plaintext: key, call } = await service.createCaller({ rate_limit_per_minute: 1_000 });
  const ask = (method: string, path: string, options: { body?: object; headers?: Record<string, string> } = {}) =>
    edge.request(ITEMS + path, { key, method, ...options });
  return { partner, key, call, ask };
}
type Owner = Awaited<ReturnType<typeof newOwner>>;

async function newItem({ ask }: Owner): Promise<number> {
  return (await ask('POST', '', { body: { title: 'Plan', body: 'A text.' } })).body.data.id;
}

const inBase64 = (file: Buffer, more: object = {}) => ({
  content: file.toString('base64'),
  encoding: 'base64',
  ...more,
});
const upload = ({ ask }: Owner, item: number, file: Buffer, more: object = {}) =>
  ask('POST', `/${item}/images`, { body: inBase64(file, more) });

/** An item as a file. */
async function bytesOf({ key }: Owner, item: number, format: string): Promise<Uint8Array> {
  const answer = await open(`${edge.origin}${ITEMS}/${item}/export?format=${format}`, { key });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

/** What screen readers say of the pictures of a PDF file. */
function figuresIn(nodes: readonly StructureNode[]): (string | undefined)[] {
  return nodes.flatMap(({ role, alt, children }) => (role === 'Figure' ? [alt] : figuresIn(children ?? [])));
}

/** A small image of its own. */
const fresh = (): Buffer => {
  const [red = 0, green = 0, blue = 0] = randomBytes(3);
  const colour: Colour = [red, green, blue, 255];
  return pngOf(4, 2, { colourAt: () => colour });
};

async function added(owner: Owner, item: number, file = fresh(), more: object = {}): Promise<number> {
  const reply = await upload(owner, item, file, more);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.data.id;
}

const file = (owner: Owner, item: number, image: number, query = '', headers: Record<string, string> = {}) =>
  owner.ask('GET', `/${item}/images/${image}/file${query}`, { headers });

async function picturesOf({ partner }: Owner): Promise<number> {
  const counted = 'SELECT count(*)::int AS n FROM content_picture WHERE partner_id = $1';
  return (await service.dataSource.query(counted, [partner.id]))[0].n;
}

function expectRefusal(reply: TestAnswer, status: number, code: string, details?: object) {
  expect(reply).toMatchObject({ status, body: { error: { code, ...(details && { details }) } } });
}

test('an image is added, described, read and deleted', async () => {
  const owner = await newOwner();
  const item = await newItem(owner);
  const made = await upload(owner, item, pngOf(640, 320), { alt_text: 'Red [left] and blue.', file_name: 'a.exe' });
  expect(made.status).toBe(201);
  const { data } = made.body;
  const self = `${ITEMS}/${item}/images/${data.id}`;
  expect(made.headers.get('location')).toContain(self);
  expect(data).toMatchObject({
    type: 'content_image',
    attributes: {
      content_item_id: item,
      alt_text: 'Red [left] and blue.',
      markdown: `![Red \\[left\\] and blue.](image:${data.id})`,
      mime: 'image/png',
      width: 640,
      height: 320,
    },
    links: { self },
  });
  const { sizes, bytes } = data.attributes;
  expect(sizes).toMatchObject([
    { name: 'small', width: 320, height: 160, url: `${self}/file?size=small` },
    { name: 'large', width: 640, height: 320, url: `${self}/file?size=large` },
  ]);
  expect(bytes).toBe(sizes[0].bytes + sizes[1].bytes);

  const described = await owner.ask('PATCH', `/${item}/images/${data.id}`, { body: { alt_text: 'Two fields.' } });
  expect(described.body.data.attributes).toMatchObject({ alt_text: 'Two fields.' });
  const tag = described.headers.get('etag') ?? '';
  const late = await owner.ask('PATCH', `/${item}/images/${data.id}`, {
    body: { alt_text: 'Other.' },
    headers: { 'If-Match': made.headers.get('etag') ?? '"x"' },
  });
  expectRefusal(late, 412, 'PRECONDITION_FAILED');
  const other = await added(owner, item);
  const listed = await owner.ask('GET', `/${item}/images?per_page=1`);
  expect(listed.body).toMatchObject({ data: [{ id: data.id }], meta: { total: 2 } });

  expect((await owner.ask('DELETE', `/${item}/images/${data.id}`, { headers: { 'If-Match': tag } })).status).toBe(204);
  expectRefusal(await owner.ask('GET', `/${item}/images/${data.id}`), 404, 'NOT_FOUND');
  expectRefusal(await file(owner, item, data.id), 404, 'NOT_FOUND');
  expect((await owner.ask('GET', `/${item}/images`)).body.data).toMatchObject([{ id: other }]);
});

test('its file is sent with its type, and not again to who has it', async () => {
  const owner = await newOwner();
  const item = await newItem(owner);
  const [drawn, photo] = [await added(owner, item, pngOf(640, 320)), await added(owner, item, JPEG)];
  const small = await file(owner, item, drawn, '?size=small');
  expect([small.status, Object.fromEntries(small.headers)]).toEqual([
    200,
    expect.objectContaining({
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
      'content-disposition': `inline; filename="content-image-${drawn}.png"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    }),
  ]);
  const etag = small.headers.get('etag') ?? '';
  expect((await file(owner, item, drawn, '?size=small', { 'If-None-Match': etag })).status).toBe(304);
  expect((await file(owner, item, drawn, '', { 'If-None-Match': etag })).status).toBe(200);
  const large = await file(owner, item, photo, '?size=medium');
  expect(large.headers.get('content-type')).toBe('image/jpeg');
  expect(large.headers.get('etag')).toBe((await file(owner, item, photo)).headers.get('etag'));
  expectRefusal(await file(owner, item, photo, '?size=huge'), 422, 'VALIDATION_ERROR');
});

test('a large file is read and sent in pieces, every byte of it', async () => {
  const owner = await newOwner();
  const item = await newItem(owner);
  const noise = randomBytes(700 * 700 * 3);
  const colourAt = (x: number, y: number): Colour => {
    const [red = 0, green = 0, blue = 0] = noise.subarray((y * 700 + x) * 3);
    return [red, green, blue, 255];
  };
  const id = await added(owner, item, pngOf(700, 700, { colourAt }));
  const reads = jest.spyOn(service.deps.db, 'query');
  try {
    const reply = await open(`${edge.origin}${ITEMS}/${item}/images/${id}/file`, { key: owner.key });
    const bytes = Buffer.from(await reply.arrayBuffer());
    const pieces = reads.mock.calls.filter(([text]) => text.includes('content_picture_file')).length;
    const [kept] = await service.dataSource.query(
      `SELECT f.body FROM content_picture_file f JOIN content_image i USING (content_picture_id) WHERE i.id = $1 AND size = 'large'`,
      [id],
    );
    expect(bytes.length).toBeGreaterThan(PIECE_BYTES);
    expect(pieces).toBe(Math.ceil(bytes.length / PIECE_BYTES));
    expect(bytes.equals(kept.body)).toBe(true);
    expect(reply.headers.get('content-length')).toBe(String(bytes.length));
  } finally {
    reads.mockRestore();
  }
});

test('a form with a file does the same', async () => {
  const owner = await newOwner();
  const item = await newItem(owner);
  const form = await formOf('photo.txt', JPEG, { alt_text: 'A field.' });
  const reply = await owner.ask('POST', `/${item}/images`, form);
  expect(reply).toMatchObject({
    status: 201,
    body: { data: { attributes: { mime: 'image/jpeg', alt_text: 'A field.' } } },
  });
});

test.each([
  ['a text', Buffer.from('no image'), 422, { content: ['Must be an image: PNG, JPEG, WebP or AVIF.'] }],
  ['half an image', JPEG.subarray(0, 300), 422, { content: ['The image is damaged or incomplete.'] }],
  [
    'an image with too many pixels',
    pngOf(1, 1, { said: { width: 50_000, height: 50_000 } }),
    422,
    { content: [expect.stringContaining('40 million pixels')] },
  ],
  ['too large a file', Buffer.alloc(MAX_IMAGE_BYTES + 1), 413, undefined],
])('%s is refused, and nothing is stored', async (_what, bytes, status, details) => {
  const owner = await newOwner();
  const reply = await upload(owner, await newItem(owner), bytes, { file_name: 'photo.png' });
  expectRefusal(reply, status, status === 413 ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_ERROR', details);
  expect(await picturesOf(owner)).toBe(0);
});

test('what is no base64, or another encoding, is refused', async () => {
  const owner = await newOwner();
  const item = await newItem(owner);
  const send = (body: object) => owner.ask('POST', `/${item}/images`, { body });
  expectRefusal(await send({ content: '%%%', encoding: 'base64' }), 422, 'VALIDATION_ERROR', {
    content: ['Must be base64.'],
  });
  expectRefusal(await send({ content: 'abcd', encoding: 'utf8' }), 422, 'VALIDATION_ERROR', {
    encoding: ['Must be base64.'],
  });
  for (const alt_text of ['x'.repeat(501), 'two\nlines'])
    expectRefusal(await send(inBase64(JPEG, { alt_text })), 422, 'VALIDATION_ERROR', {
      alt_text: [expect.any(String)],
    });
});

test('the same file is stored once for a partner, and added once to an item, also at the same time', async () => {
  const owner = await newOwner();
  const [first, second] = [await newItem(owner), await newItem(owner)];
  const image = fresh();
  const replies = await Promise.all([first, first, second].map((item) => upload(owner, item, image)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 201, 201]);
  expect(replies[0]?.body.data.id).toBe(replies[1]?.body.data.id);
  expect(await picturesOf(owner)).toBe(1);
  expect((await upload(owner, second, image)).status).toBe(200);

  const stranger = await newOwner();
  await added(stranger, await newItem(stranger), image);
  expect(await picturesOf(stranger)).toBe(1);

  const [one, two] = [replies[0]?.body.data.id, replies[2]?.body.data.id];
  await owner.ask('DELETE', `/${first}/images/${one}`);
  expect(await picturesOf(owner)).toBe(1);
  expect((await file(owner, second, two)).status).toBe(200);
  await owner.ask('DELETE', `/${second}/images/${two}`);
  expect([await picturesOf(owner), await picturesOf(stranger)]).toEqual([0, 1]);
});

test('an image that is deleted while its file is added elsewhere is there or is not, and no bytes are left over', async () => {
  const owner = await newOwner();
  const [first, second] = [await newItem(owner), await newItem(owner)];
  for (let round = 0; round < 5; round += 1) {
    const image = fresh();
    const id = await added(owner, first, image);
    const [gone, again] = await Promise.all([
      owner.ask('DELETE', `/${first}/images/${id}`),
      upload(owner, second, image),
    ]);
    expect(gone.status).toBe(204);
    if (again.status === 201) {
      expect((await file(owner, second, again.body.data.id)).status).toBe(200);
      await owner.ask('DELETE', `/${second}/images/${again.body.data.id}`);
    } else expectRefusal(again, 409, 'CONFLICT');
    expect(await picturesOf(owner)).toBe(0);
  }
});

test('copies have the images of their original under the same reference, and keep them', async () => {
  const owner = await newOwner();
  const item = await newItem(owner);
  const image = await added(owner, item, fresh(), { alt_text: 'A field.' });
  const one = (await owner.ask('POST', `/${item}/duplicate`)).body.data.id;
  const bulk = await owner.ask('POST', '/bulk', { body: { action: 'duplicate', content_ids: [item, one] } });
  expect(bulk.status).toBe(200);
  const copies = await service.dataSource.query(
    'SELECT content_item_id, reference, alt_text FROM content_image WHERE partner_id = $1 AND content_item_id <> $2',
    [owner.partner.id, item],
  );
  expect(copies).toHaveLength(3);
  for (const copy of copies) expect(copy).toMatchObject({ reference: image, alt_text: 'A field.' });
  expect(await picturesOf(owner)).toBe(1);
  await owner.ask('DELETE', `/${item}/images/${image}`);
  const kept = (await owner.ask('GET', `/${one}/images`)).body.data[0];
  expect(kept.attributes.markdown).toBe(`![A field.](image:${image})`);
  expect((await file(owner, one, kept.id)).status).toBe(200);
});

test('the trash keeps images, and what is deleted for good takes them along', async () => {
  const owner = await newOwner();
  const item = await newItem(owner);
  const image = await added(owner, item);
  await owner.ask('DELETE', `/${item}`);
  expectRefusal(await file(owner, item, image), 404, 'NOT_FOUND');
  expectRefusal(await upload(owner, item, fresh()), 404, 'NOT_FOUND');
  expect(await picturesOf(owner)).toBe(1);
  await owner.ask('POST', `/${item}/restore`);
  expect((await file(owner, item, image)).status).toBe(200);
  await owner.ask('DELETE', `/${item}`);
  await service.dataSource.query("UPDATE content_item SET deleted_at = now() - interval '31 days' WHERE id = $1", [
    item,
  ]);
  await perform(service.deps, purgeTable, { table: 'content_item' });
  expect(await picturesOf(owner)).toBe(0);
});

test('no item becomes ready or published whose text shows an image without words', async () => {
  const owner = await newOwner();
  const [item, other] = [await newItem(owner), await newItem(owner)];
  const [shown, unused] = [await added(owner, item), await added(owner, item)];
  const move = (status: string, ids: number[]) =>
    edge.request('/api/v1/content-workflow/kanban/bulk-status', {
      key: owner.key,
      method: 'POST',
      body: { status, content_ids: ids },
    });
  const one = (status: string) =>
    edge.request(`/api/v1/content-workflow/kanban/${item}/status`, {
      key: owner.key,
      method: 'POST',
      body: { status },
    });
  const columns = async () =>
    (await owner.ask('GET', '')).body.data.map(
      ({ attributes }: { attributes: { kanban_status: string } }) => attributes.kanban_status,
    );
  const write = (body: string) => owner.ask('PATCH', `/${item}`, { body: { body } });
  // Neither the image that no text shows nor one whose number begins alike needs words.
  await write(`A text with image:${shown}0.`);
  expect((await one('ready')).status).toBe(200);
  await write(`![Words](image:${shown})`);
  expect((await one('ready')).status).toBe(200);
  const refused = [await one('published'), await move('published', [other, item])];
  for (const reply of refused) {
    expectRefusal(reply, 409, 'CONFLICT');
    expect(reply.body.error.message).toContain(`Image ${shown} of content item ${item}`);
  }
  expect(await columns()).toEqual(['generated', 'ready']);
  expect((await one('review')).status).toBe(200);
  await owner.ask('PATCH', `/${item}/images/${shown}`, { body: { alt_text: 'A field.' } });
  expect((await move('published', [other, item])).status).toBe(200);
  expect(await columns()).toEqual(['published', 'published']);
  expect((await owner.ask('GET', `/${item}/images/${unused}`)).body.data.attributes.alt_text).toBe('');
});

test('a page, a Word document and a PDF file have the pictures in them, Markdown their words or their files', async () => {
  const owner = await newOwner();
  const item = await newItem(owner);
  const id = await added(owner, item, pngOf(640, 320), { alt_text: 'A <field>.' });
  const stranger = await newOwner();
  const theirs = await added(stranger, await newItem(stranger));
  const body = `One ![](image:${id}) two ![Own words](image:${id}) three ![Not here](image:${theirs}) ![Far](image:${id}0)`;
  await owner.ask('PATCH', `/${item}`, { body: { body } });
  const copy = (await owner.ask('POST', `/${item}/duplicate`)).body.data.id;
  const exported = (format: string) => owner.ask('GET', `/${copy}/export?format=${format}`);
  const data = (await file(owner, item, id)).headers.get('content-length');

  const page = (await exported('html')).text;
  const pictures = [...page.matchAll(/<img src="data:image\/png;base64,([^"]+)" alt="([^"]+)">/g)];
  expect(pictures.map(([, , words]) => words)).toEqual(['A &lt;field&gt;.', 'Own words']);
  for (const [, base64 = ''] of pictures) expect(String(Buffer.from(base64, 'base64').length)).toBe(data);
  expect(page).toContain('three Not here Far');

  const { key } = owner;
  const word = await open(`${edge.origin}${ITEMS}/${copy}/export?format=docx`, { key });
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(await word.arrayBuffer()) });
  expect([...value.matchAll(/<img alt="([^"]+)" src="data:image\/png;base64,/g)].map(([, words]) => words)).toEqual([
    'A &lt;field&gt;.',
    'Own words',
  ]);
  expect(value).toContain('Not here');

  // Where the text says nothing, it has the words that the image has now.
  const described = body.replace('![]', '![A <field>.]');
  expect((await exported('markdown')).text).toBe(described);

  const read = await readPdf(await bytesOf(owner, copy, 'pdf'));
  expect(figuresIn(read.structure)).toEqual(['A <field>.', 'Own words']);
  expect(read.pages.join('')).toContain('three Not here Far');

  const files = unzipSync(await bytesOf(owner, copy, 'zip'));
  expect(Object.keys(files)).toEqual([`images/${id}.png`, 'Plan (copy).md']);
  const large = await open(`${edge.origin}${ITEMS}/${item}/images/${id}/file?size=large`, { key });
  expect(Buffer.from(files[`images/${id}.png`] ?? [])).toEqual(Buffer.from(await large.arrayBuffer()));
  expect(strFromU8(files['Plan (copy).md'] ?? new Uint8Array())).toBe(
    described.replaceAll(`(image:${id})`, `(images/${id}.png)`),
  );
});

test('a ZIP file has any title as a name, and large files whole', async () => {
  const owner = await newOwner();
  const item = await newItem(owner);
  const any = () => Math.floor(Math.random() * 256);
  const noise = (): Colour => [any(), any(), any(), 255];
  const id = await added(owner, item, pngOf(700, 500, { colourAt: noise }), { alt_text: 'Noise.' });
  const title = `../Übersicht: "Q3" \\ ${'漢'.repeat(120)}`;
  await owner.ask('PATCH', `/${item}`, { body: { title, body: `![Here](image:${id} "Titled")\n\n[x]: image:${id}` } });
  const files = unzipSync(await bytesOf(owner, item, 'zip'));
  const [image = '', text = ''] = Object.keys(files);
  expect([image, text]).toEqual([`images/${id}.jpg`, `Übersicht Q3 ${'漢'.repeat(47)}.md`]);
  expect(files[image]?.length).toBeGreaterThan(262_144);
  expect(strFromU8(files[text] ?? new Uint8Array())).toBe(
    `![Here](images/${id}.jpg "Titled")\n\n[x]: images/${id}.jpg`,
  );
  // A text without images is there, too.
  const plain = await newItem(owner);
  expect(Object.keys(unzipSync(await bytesOf(owner, plain, 'zip')))).toEqual(['Plan.md']);
});

test('an item has so many images, and a partner so many bytes, also where two come at once', async () => {
  const owner = await newOwner();
  const item = await newItem(owner);
  const within = (limits: Partial<TestService['deps']['limits']>) => {
    const deps = { ...service.deps, limits: { ...service.deps.limits, ...limits } };
    const input = inBase64(fresh());
    return codeOf(invoke(deps, owner.call, createImage, { params: { id: item }, input }));
  };
  const both = await Promise.all([within({ item_images: 1 }), within({ item_images: 1 })]);
  expect(both.sort()).toEqual(['CONFLICT', 'none']);
  const summed = 'SELECT sum(bytes)::int AS bytes FROM content_picture WHERE partner_id = $1';
  const [{ bytes }] = await service.dataSource.query(summed, [owner.partner.id]);
  expect(await within({ image_bytes: bytes })).toBe('CONFLICT');
  const room = { image_bytes: Math.floor(2.5 * bytes) };
  expect((await Promise.all([within(room), within(room)])).sort()).toEqual(['CONFLICT', 'none']);

  await service.dataSource.query('UPDATE content_picture SET bytes = $2 WHERE partner_id = $1', [
    owner.partner.id,
    IMAGE_BYTES_BY_PLAN.starter / 2,
  ]);
  await service.dataSource.query(`UPDATE partner SET plan = 'starter' WHERE id = $1`, [owner.partner.id]);
  expect(await within({})).toBe('CONFLICT');
  await service.dataSource.query(`UPDATE partner SET plan = 'accelerate' WHERE id = $1`, [owner.partner.id]);
  expect(await within({})).toBe('none');
});
