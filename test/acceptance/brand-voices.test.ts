import { beforeAll, describe, expect, test } from '@jest/globals';
import { brandVoiceResource } from '../../api/brand-voices/area.ts';
import { pageWithRange } from '../../api/resource.ts';
import { brandVoiceIn, createBrandVoice } from '../environment/brand-voices.ts';
import { assetsOf, complete, ended, execute } from '../environment/executions.ts';
import { expectError, type RouteName, read } from '../environment/http.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { addFault, marker } from '../environment/sandbox-ai.ts';

const LIST: RouteName = 'GET /content-workflow/brand-voices';
const CREATE: RouteName = 'POST /content-workflow/brand-voices';
const SHOW: RouteName = 'GET /content-workflow/brand-voices/{id}';
const UPDATE: RouteName = 'PATCH /content-workflow/brand-voices/{id}';
const DELETE: RouteName = 'DELETE /content-workflow/brand-voices/{id}';
const EXECUTE: RouteName = 'POST /content-workflow/capabilities/{slug}/execute';

const BODY = {
  name: 'Acme Cloud',
  tagline: 'Data that moves',
  audience: 'IT leads of mid-sized manufacturers',
  tone: 'plain and warm',
  style_guide: '# Style\nShort sentences.',
  dos: ['Name the reader’s problem first'],
  donts: ['synergy', 'game changer'],
  languages: ['en', 'pt-BR'],
  products: [
    { name: 'Acme Move', description: 'Moves data warehouses.', key_features: ['No downtime', 'Audit trail'] },
    { name: 'Acme Watch' },
  ],
};

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

const update = (id: number, body: object, from = partner) => from.request(UPDATE, { params: { id }, body });

describe(CREATE, () => {
  test('adds a brand voice with its products', async () => {
    const voice = await createBrandVoice(partner, { ...BODY, name: ' Acme Cloud ' });
    expect(voice).toMatchObject({
      type: 'brand_voice',
      attributes: {
        ...BODY,
        products: [
          { id: expect.any(Number), ...BODY.products[0] },
          { id: expect.any(Number), name: 'Acme Watch', description: null, key_features: [] },
        ],
      },
      links: { self: `/api/v1/content-workflow/brand-voices/${voice.id}` },
    });
    expect(brandVoiceIn(await partner.request(SHOW, { params: { id: voice.id } }))).toEqual(voice);
  });

  test('needs no more than a name', async () => {
    expect((await createBrandVoice(partner, { tagline: '', dos: undefined })).attributes).toMatchObject({
      name: 'Acme',
      tagline: null,
      audience: null,
      tone: null,
      style_guide: null,
      dos: [],
      donts: [],
      languages: [],
      products: [],
    });
  });

  test('names all that is wrong at once', async () => {
    const body = {
      name: ' ',
      tone: 'x'.repeat(101),
      dos: 'none',
      donts: Array(51).fill('x'),
      languages: ['not a tag'],
      products: [{ description: 'nameless' }],
    };
    const details = expectError(await partner.request(CREATE, { body }), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(['donts', 'dos', 'languages.0', 'name', 'products.0.name', 'tone']);
  });

  test('makes one for a repeat with the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await partner.request(CREATE, { body: BODY, headers });
    const second = await partner.request(CREATE, { body: BODY, headers });
    expect(brandVoiceIn(second)).toEqual(brandVoiceIn(first));
  });
});

describe(LIST, () => {
  test('pages through the own brand voices, newest first', async () => {
    const owner = await createPartner();
    const ids: number[] = [];
    for (const name of ['One', 'Two', 'Three']) ids.push((await createBrandVoice(owner, { name })).id);
    const { data, meta } = read(
      await owner.request(LIST, { query: { per_page: 2, page: 2 } }),
      pageWithRange(brandVoiceResource).schema,
    );
    expect(data.map(({ id }) => id)).toEqual([ids[0]]);
    expect(meta).toEqual({ page: 2, per_page: 2, total: 3, current_page: 2, last_page: 2, from: 3, to: 3 });
  });

  test('refuses a page that is none', async () => {
    expectError(await partner.request(LIST, { query: { per_page: 101 } }), 'VALIDATION_ERROR');
  });
});

describe(UPDATE, () => {
  test('changes what is given, clears what is null, and leaves the rest', async () => {
    const { id, attributes } = await createBrandVoice(partner, BODY);
    const changed = brandVoiceIn(await update(id, { tone: 'bold', tagline: null }));
    expect(changed.attributes).toEqual({
      ...attributes,
      tone: 'bold',
      tagline: null,
      updated_at: expect.any(String),
    });
  });

  test('changes products with an id, adds those without one and removes missing ones', async () => {
    const { id, attributes } = await createBrandVoice(partner, BODY);
    const [move] = attributes.products;
    const products = [{ id: move?.id, description: 'Moves all data.' }, { name: 'Acme Store' }];
    const changed = brandVoiceIn(await update(id, { products }));
    expect(changed.attributes.products).toEqual([
      { ...move, description: 'Moves all data.' },
      { id: expect.any(Number), name: 'Acme Store', description: null, key_features: [] },
    ]);
    expect(brandVoiceIn(await update(id, { products: [] })).attributes.products).toEqual([]);
  });

  test('loses no field of two changes at once', async () => {
    const { id } = await createBrandVoice(partner, BODY);
    const [first, second] = await Promise.all([update(id, { tone: 'bold' }), update(id, { audience: 'Founders' })]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const { attributes } = brandVoiceIn(await partner.request(SHOW, { params: { id } }));
    expect(attributes).toMatchObject({ tone: 'bold', audience: 'Founders' });
  });

  test('takes no product of another voice, of another partner, or that is not there', async () => {
    const { id } = await createBrandVoice(partner, BODY);
    const productOf = async (owner: Partner) => (await createBrandVoice(owner, BODY)).attributes.products[0]?.id;
    const [own, foreign] = await Promise.all([productOf(partner), productOf(other)]);
    const ofProduct = (product: unknown) => update(id, { products: [{ name: 'New' }, { id: product }] });
    expect(Object.keys(expectError(await ofProduct(own), 'VALIDATION_ERROR'))).toEqual(['products.1.id']);
    expectError(await ofProduct(foreign), 'FORBIDDEN');
    expectError(await ofProduct(Number.MAX_SAFE_INTEGER), 'NOT_FOUND');
    const twice = [{ id: own }, { id: own }];
    expect(Object.keys(expectError(await update(id, { products: twice }), 'VALIDATION_ERROR'))).toEqual(['products']);
    expect(Object.keys(expectError(await update(id, { products: [{}] }), 'VALIDATION_ERROR'))).toEqual([
      'products.0.name',
    ]);
  });
});

describe(DELETE, () => {
  test('removes it for good', async () => {
    const { id } = await createBrandVoice(partner, BODY);
    expect((await partner.request(DELETE, { params: { id } })).status).toBe(204);
    for (const name of [SHOW, UPDATE, DELETE] as const) {
      expectError(await partner.request(name, { params: { id } }), 'NOT_FOUND');
    }
  });
});

test.each([SHOW, UPDATE, DELETE])('%s of another partner’s brand voice is forbidden', async (name) => {
  const { id } = await createBrandVoice(partner, BODY);
  expectError(await other.request(name, { params: { id } }), 'FORBIDDEN');
});

describe('an execution with a brand voice', () => {
  const topic = 'Moving a data warehouse to the cloud';

  test('tells the writer what voice and product say', async () => {
    for (const field of ['name', 'tagline', 'audience', 'tone', 'style_guide'] as const) {
      const word = marker();
      const { id } = await createBrandVoice(partner, { ...BODY, [field]: word });
      await addFault({ kind: 'refuse', match: word });
      const execution = await ended(
        partner,
        await execute(partner, 'blog_post', { settings: { topic }, context: { brand_voice_id: id } }),
      );
      expect([field, execution.attributes.status]).toEqual([field, 'failed']);
    }
    const word = marker();
    const { attributes } = await createBrandVoice(partner, { ...BODY, products: [{ name: 'X', description: word }] });
    await addFault({ kind: 'refuse', match: word });
    const context = { brand_voice_product_id: attributes.products[0]?.id };
    const id = await execute(partner, 'blog_post', { settings: { topic }, context });
    expect((await ended(partner, id)).attributes.status).toBe('failed');
  });

  test('goes to review where it uses what the voice rules out', async () => {
    // The sandbox AI avoids the don'ts, except for words of the topic itself.
    const { id: voiceId } = await createBrandVoice(partner, { donts: ['the', 'a', 'and'] });
    const settings = { topic };
    const { id, attributes } = await complete(partner, 'blog_post', { settings, context: { brand_voice_id: voiceId } });
    expect(attributes.guardrails_triggered.map(({ rule }) => rule)).toContain('brand_voice.dont');
    expect((await assetsOf(partner, id)).map(({ attributes: item }) => item.kanban_status)).toEqual(['review']);
  });

  test('answers for the ids in its context as for those in a path', async () => {
    const { id: own } = await createBrandVoice(partner, BODY);
    const foreign = await createBrandVoice(other, BODY);
    const asked = (context: object) =>
      partner.request(EXECUTE, { params: { slug: 'blog_post' }, body: { settings: { topic }, context } });
    expectError(await asked({ brand_voice_id: Number.MAX_SAFE_INTEGER }), 'NOT_FOUND');
    expectError(await asked({ brand_voice_id: foreign.id }), 'FORBIDDEN');
    expectError(await asked({ brand_voice_product_id: foreign.attributes.products[0]?.id }), 'FORBIDDEN');
    expect(Object.keys(expectError(await asked({ brand_voice_id: '1' }), 'VALIDATION_ERROR'))).toEqual([
      'context.brand_voice_id',
    ]);
    const { attributes } = await createBrandVoice(partner, BODY);
    const context = { brand_voice_id: own, brand_voice_product_id: attributes.products[0]?.id };
    expect(Object.keys(expectError(await asked(context), 'VALIDATION_ERROR'))).toEqual([
      'context.brand_voice_product_id',
    ]);
  });
});
