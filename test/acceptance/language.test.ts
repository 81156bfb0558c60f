import { beforeAll, describe, expect, test } from '@jest/globals';
import { meResource } from '../../api/account/resource.ts';
import { one } from '../../api/resource.ts';
import { read, request } from '../environment/http.ts';
import { createUser, signInToConsole } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { templateFile } from '../environment/workflow-template-file.ts';

const GERMAN = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' };
const CAPABILITY = 'GET /content-workflow/capabilities/{slug}';

const SLUG = { slug: 'blog_post' };

let partner: Partner;
let token: string;
beforeAll(async () => {
  partner = await createPartner();
  token = (await signInToConsole(await createUser(partner.id))).access_token;
});

describe('people at the console', () => {
  test('read names, help and choices in their language', async () => {
    const { body, headers } = await request(CAPABILITY, { params: SLUG, key: token, headers: GERMAN });
    const { attributes } = (body as { data: { attributes: Record<string, never> } }).data;
    expect(attributes).toMatchObject({
      name: 'Blogbeitrag',
      category_label: 'Texterstellung',
      settings_schema: {
        properties: { topic: { title: 'Thema' }, language: { description: 'Sprache des Ergebnisses.' } },
      },
    });
    expect(headers.get('Vary')).toContain('Accept-Language');
  });

  test('read names of templates in it, and those of their own as they wrote them', async () => {
    await partner.request('POST /content-workflow/workflow-templates', {
      body: templateFile({ slug: 'own_article', name: 'Blog post' }),
    });
    const reply = await request('GET /app/me', { key: token, headers: GERMAN, query: { include: 'names' } });
    const { templates = [] } = read(reply, one(meResource).schema).data.attributes.names ?? {};
    expect(templates).toContainEqual({ slug: 'own_article', name: 'Blog post' });
    expect(templates).toContainEqual({ slug: 'product_launch_campaign', name: 'Kampagne zur Produkteinführung' });
  });

  test('read errors in it, with the problem of each field', async () => {
    const { status, body } = await request('POST /content-workflow/capabilities/{slug}/execute', {
      params: SLUG,
      key: token,
      headers: GERMAN,
      body: { settings: {} },
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: {
        message: 'Einige Angaben sind ungültig.',
        details: { 'settings.topic': ['Ist erforderlich.'] },
      },
    });
  });
});

test('programs are answered in English, whatever they accept, byte for byte', async () => {
  const plain = await partner.request(CAPABILITY, { params: SLUG });
  const accepting = await partner.request(CAPABILITY, { params: SLUG, headers: GERMAN });
  expect(accepting.body).toEqual(plain.body);
  expect(accepting.headers.get('Vary')).toBe(plain.headers.get('Vary'));
  expect(JSON.stringify(plain.body)).toContain('BCP 47');
});
