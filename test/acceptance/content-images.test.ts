import { expect, test } from '@jest/globals';
import { contentImageResource } from '../../api/content-images/area.ts';
import { contentItemDetailResource } from '../../api/content-items/resource.ts';
import { one, page } from '../../api/resource.ts';
import { read } from '../environment/http.ts';
import { pngOf } from '../environment/images.ts';
import { createPartner } from '../environment/partners.ts';

test('an item is illustrated: an image is added, described, listed, sent and deleted', async () => {
  const partner = await createPartner();
  const body = { title: 'Spring launch', body: '# Spring launch\n\nWhat is new this spring.' };
  const item = await partner.request('POST /content-workflow/content-items', { body });
  const { id } = read(item, one(contentItemDetailResource).schema).data;
  const content = pngOf(480, 16).toString('base64');
  const added = await partner.request('POST /content-workflow/content-items/{id}/images', {
    params: { id },
    body: { content, encoding: 'base64', alt_text: 'Two fields.' },
  });
  expect(added.status).toBe(201);
  const image = read(added, one(contentImageResource).schema).data;
  const params = { id, image: image.id };
  const changed = await partner.request('PATCH /content-workflow/content-items/{id}/images/{image}', {
    params,
    body: { alt_text: 'A red field beside a blue one.' },
  });
  expect(read(changed, one(contentImageResource).schema).data.attributes.alt_text).toMatch(/^A red field/);
  const shown = await partner.request('GET /content-workflow/content-items/{id}/images/{image}', { params });
  const listed = await partner.request('GET /content-workflow/content-items/{id}/images', { params: { id } });
  expect(read(listed, page(contentImageResource).schema).data).toEqual([
    read(shown, one(contentImageResource).schema).data,
  ]);
  const file = await partner.request('GET /content-workflow/content-items/{id}/images/{image}/file', {
    params,
    query: { size: 'small' },
  });
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
  const removed = await partner.request('DELETE /content-workflow/content-items/{id}/images/{image}', { params });
  expect(removed.status).toBe(204);
});
