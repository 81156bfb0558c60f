import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { createMessage, GENERATE, history, OPTIONS, OUTPUT_PATH, write } from '../environment/ai-writer.ts';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { withDatabase } from '../environment/database.ts';
import { assetsOf, complete } from '../environment/executions.ts';
import { expectError, type RouteName, request, send } from '../environment/http.ts';
import { createWriterTemplate, writerTemplate } from '../environment/own-writer-template.ts';
import {
  createKey,
  createPartner,
  type Partner,
  partnerWith,
  requestAsAdmin,
  usageOf,
} from '../environment/partners.ts';
import { CONTRACT_FIELDS } from '../environment/writer-templates.ts';

const LIST: RouteName = 'GET /aiwriter/openai-list';
const SHOW: RouteName = 'GET /aiwriter/generator/{slug}';
const OUTPUT: RouteName = 'POST /aiwriter/generate-output';
const TEXT: RouteName = 'POST /aiwriter/generate-text';
const SAVE: RouteName = 'POST /aiwriter/generate/save';
const FAVORITES: RouteName = 'GET /aiwriter/favorite-openai-list';
const ADD: RouteName = 'POST /aiwriter/favorite-openai-list-add';
const REMOVE: RouteName = 'POST /aiwriter/favorite-openai-list-remove';

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

const output = (body: object, from = partner) => from.request(OUTPUT, { body });

describe(LIST, () => {
  test('has the templates of the contract, premium ones for all', async () => {
    const { body } = await partner.request(LIST);
    const listed = body as { id: number; slug: string; premium: boolean }[];
    expect(listed.map(({ slug }) => slug).sort()).toEqual(Object.keys(CONTRACT_FIELDS).sort());
    expect(new Set(listed.map(({ id }) => id)).size).toBe(25);
    expect(listed.filter(({ premium }) => premium).length).toBeGreaterThanOrEqual(3);
  });
});

describe(SHOW, () => {
  test.each(Object.entries(CONTRACT_FIELDS))('asks for the fields of %s, required ones first', async (slug, fields) => {
    const { body } = await partner.request(SHOW, { params: { slug } });
    expect(body).toMatchObject({ openai: { slug, type: 'text' }, userOpenai: [] });
    const questions = z
      .array(z.looseObject({ name: z.string(), required: z.boolean() }))
      .parse(JSON.parse((body as { openai: { questions: string } }).openai.questions));
    expect(questions.slice(0, fields.length).map(({ name }) => name)).toEqual(fields);
    expect(questions.map(({ required }) => required)).toEqual(questions.map((_, index) => index < fields.length));
  });

  test('knows no other', async () => {
    expectError(await partner.request(SHOW, { params: { slug: 'poem' } }), 'NOT_FOUND');
  });
});

describe('POST /aiwriter/generate', () => {
  test('answers with what will be asked', async () => {
    const made = await createMessage(partner, 'Why audit trails matter');
    expect(made).toEqual({
      message_id: expect.any(Number),
      creativity: 0.7,
      maximum_length: 400,
      number_of_results: 1,
      inputPrompt: expect.stringContaining('Why audit trails matter'),
    });
    expect(made.inputPrompt).toContain('Tone: Professional');
    expect(made.inputPrompt).toContain('Language: en');
  });

  test('takes options, a custom tone before the preset, and blank optional fields', async () => {
    const options = { creativity: 0, maximum_length: 2_000, number_of_results: 5 };
    const made = await createMessage(partner, 'Data', {
      ...options,
      keywords: ' ',
      language: 'pt-BR',
      tone_of_voice: 'Funny',
      tone_of_voice_custom: 'like a pirate',
    });
    expect(made).toMatchObject(options);
    expect(made.inputPrompt).toContain('Tone: like a pirate');
    expect(made.inputPrompt).toContain('Language: pt-BR');
  });

  test('names all that is wrong at once', async () => {
    const body = {
      post_type: 'blog_intros',
      description: 'x'.repeat(10_001),
      creativity: 1.1,
      maximum_length: 2_001,
      number_of_results: 6,
      language: 'tlh',
      tone_of_voice: 'Bored',
      company: 0,
    };
    const details = expectError(await partner.request(GENERATE, { body }), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual([
      'company',
      'creativity',
      'description',
      'language',
      'maximum_length',
      'number_of_results',
      'title',
      'tone_of_voice',
    ]);
  });

  test.each([[{}], [{ post_type: 'poem', description: 'x' }], [{ post_type: 7 }]])(
    'has no template for %j',
    async (body) => {
      const details = expectError(await partner.request(GENERATE, { body }), 'VALIDATION_ERROR');
      expect(Object.keys(details)).toEqual(['post_type']);
    },
  );

  test.each([
    ['creativity', -0.1],
    ['maximum_length', 0],
    ['maximum_length', 1.5],
    ['number_of_results', 0],
  ])('refuses %s of %d', async (name, value) => {
    const body = { post_type: 'post_generator', description: 'x', [name]: value };
    expect(expectError(await partner.request(GENERATE, { body }), 'VALIDATION_ERROR')).toHaveProperty(name);
  });

  test.each(Object.entries(CONTRACT_FIELDS))('wants the fields of %s, with something in them', async (slug, fields) => {
    const missing = expectError(await partner.request(GENERATE, { body: { post_type: slug } }), 'VALIDATION_ERROR');
    expect(Object.keys(missing).sort()).toEqual([...fields].sort());
    const blank = { post_type: slug, ...Object.fromEntries(fields.map((name) => [name, ' \u00AD'])) };
    const empty = expectError(await partner.request(GENERATE, { body: blank }), 'PRECONDITION_FAILED');
    expect(Object.keys(empty).sort()).toEqual([...fields].sort());
    const body = { post_type: slug, ...Object.fromEntries(fields.map((name) => [name, `About ${name}`])) };
    expect((await partner.request(GENERATE, { body })).status).toBe(200);
  });

  test('brings voice and product along', async () => {
    const voice = await createBrandVoice(partner, {
      tone: 'plain and warm',
      donts: ['synergy'],
      products: [{ name: 'Acme Move', description: 'Moves data.' }],
    });
    const product = voice.attributes.products[0]?.id;
    for (const named of [{ company: voice.id, product }, { product }]) {
      const { inputPrompt } = await createMessage(partner, 'Data', named);
      expect(inputPrompt).toContain('Tone: plain and warm');
      expect(inputPrompt).toContain('Acme Move');
      expect(inputPrompt).toContain('- synergy');
    }
    const ask = (named: object, from = partner) =>
      from.request(GENERATE, { body: { post_type: 'post_generator', description: 'x', ...named } });
    const another = await createBrandVoice(partner);
    const details = expectError(await ask({ company: another.id, product }), 'VALIDATION_ERROR');
    expect(Object.keys(details)).toEqual(['product']);
    expectError(await ask({ company: Number.MAX_SAFE_INTEGER }), 'NOT_FOUND');
    expectError(await ask({ product: Number.MAX_SAFE_INTEGER }), 'NOT_FOUND');
    expectError(await ask({ company: voice.id }, other), 'FORBIDDEN');
    expectError(await ask({ product }, other), 'FORBIDDEN');
  });

  test('has premium templates from the plan business on', async () => {
    const body = { post_type: 'article_generator', article_title: 'Data', focus_keywords: 'data' };
    for (const plan of ['starter', 'accelerate'] as const) {
      const owner = await createPartner({ plan });
      for (const asked of [body, { post_type: body.post_type }])
        expectError(await owner.request(GENERATE, { body: asked }), 'FORBIDDEN');
    }
    expect((await (await createPartner({ plan: 'business' })).request(GENERATE, { body })).status).toBe(200);
  });

  test('is refused to a key whose scope leaves the writer out', async () => {
    const scoped = partnerWith(partner.id, await createKey(partner.id, { scoped_capabilities: ['blog_post'] }));
    const body = { post_type: 'post_generator', description: 'x' };
    expectError(await scoped.request(GENERATE, { body }), 'CAPABILITY_NOT_ALLOWED');
    const { message_id } = await createMessage(partner, 'Data');
    expectError(await output({ message_id, ...OPTIONS }, scoped), 'CAPABILITY_NOT_ALLOWED');
  });

  test('makes one message for a repeat with the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { post_type: 'post_generator', description: 'once' };
    const first = await partner.request(GENERATE, { body, headers });
    expect((await partner.request(GENERATE, { body, headers })).body).toEqual(first.body);
  });
});

describe(OUTPUT, () => {
  test('wants a message and all options', async () => {
    const details = expectError(await output({}), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(['creativity', 'maximum_length', 'message_id', 'number_of_results']);
    const { message_id } = await createMessage(partner, 'Data');
    const over = { message_id, creativity: 1.01, maximum_length: 2_001, number_of_results: 6 };
    expect(Object.keys(expectError(await output(over), 'VALIDATION_ERROR')).sort()).toEqual([
      'creativity',
      'maximum_length',
      'number_of_results',
    ]);
  });

  test('is not for messages of others', async () => {
    const { message_id } = await createMessage(partner, 'Data');
    expectError(await output({ message_id, ...OPTIONS }, other), 'FORBIDDEN');
    expectError(await output({ message_id: Number.MAX_SAFE_INTEGER, ...OPTIONS }), 'NOT_FOUND');
  });

  test('costs its price for each started 500 words, of each choice of options once', async () => {
    const { message_id } = await createMessage(partner, 'Prices of texts');
    const before = await usageOf(partner);
    const first = await write(partner, message_id, { maximum_length: 100 });
    expect((await write(partner, message_id, { maximum_length: 100 })).text).toBe(first.text);
    const several = await write(partner, message_id, { maximum_length: 101, number_of_results: 5 });
    expect(several.comments.filter((comment) => comment.startsWith('result'))).toEqual([
      'result 2',
      'result 3',
      'result 4',
      'result 5',
    ]);
    const bold = { creativity: 1 / 3, maximum_length: 100 };
    expect((await write(partner, message_id, bold)).text).toBe((await write(partner, message_id, bold)).text);
    const { credits } = await usageOf(partner);
    expect({ spent: before.credits.balance - credits.balance, held: credits.held }).toEqual({
      spent: 4 + 8 + 4,
      held: 0,
    });
    const message = (await history(partner)).find(({ id }) => id === message_id);
    expect(message?.attributes.outputs).toMatchObject([
      { status: 'completed', results: [first.text], credits_charged: 4, prompt_version: expect.any(String) },
      { status: 'completed', credits_charged: 8 },
      { status: 'completed', credits_charged: 4 },
    ]);
    expect(message?.attributes.outputs[1]?.results.join('\n\n')).toBe(several.text);
    expect(new Set(message?.attributes.outputs[1]?.results).size).toBe(5);
  });

  test('is refused without credits, and over the daily cap, as JSON', async () => {
    const poor = await createPartner({ credits: 3 });
    const { message_id } = await createMessage(poor, 'Data');
    expect(expectError(await output({ message_id, ...OPTIONS }, poor), 'NO_CREDITS')).toHaveProperty('required');
    const capped = partnerWith(partner.id, await createKey(partner.id, { daily_credit_limit: 5 }));
    const own = await createMessage(capped, 'Data');
    const body = { message_id: own.message_id, ...OPTIONS, maximum_length: 501 };
    expectError(await output(body, capped), 'DAILY_CREDIT_LIMIT_EXCEEDED');
    expect((await output({ ...body, maximum_length: 500 }, capped)).status).toBe(200);
  });

  test('costs sandbox keys nothing, and is theirs alone', async () => {
    const sandbox = partnerWith(partner.id, await createKey(partner.id, { sandbox: true }));
    const { message_id } = await createMessage(sandbox, 'Sandboxes');
    const before = await usageOf(partner);
    expect((await write(sandbox, message_id)).text).not.toBe('');
    expect((await usageOf(partner)).credits.balance).toBe(before.credits.balance);
    expectError(await output({ message_id, ...OPTIONS }), 'CONFLICT');
    expect((await history(partner)).find(({ id }) => id === message_id)?.attributes.sandbox).toBe(true);
  });

  test('takes no more than a body', async () => {
    const options = { key: partner.key.text, headers: { 'Content-Type': 'text/plain' }, body: 'x' };
    expect((await send('POST', OUTPUT_PATH, options)).status).toBe(415);
    expectError(await request(OUTPUT, { key: partner.key.text, body: '{' }), 'INVALID_JSON');
  });
});

describe(TEXT, () => {
  test('answers with the texts, and a repeat with the same', async () => {
    const body = { post_type: 'blog_post_ideas', description: 'Audits', number_of_results: 2, maximum_length: 100 };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await partner.request(TEXT, { body, headers });
    const { message_id, text, results } = first.body as { message_id: number; text: string; results: string[] };
    expect({ status: first.status, text }).toEqual({ status: 200, text: results.join('\n\n') });
    expect(results).toHaveLength(2);
    expect((await partner.request(TEXT, { body, headers })).body).toEqual(first.body);
    expect((await history(partner)).find(({ id }) => id === message_id)?.attributes.outputs).toMatchObject([
      { results },
    ]);
  });

  test('fails as the two requests do that it stands for', async () => {
    expectError(await partner.request(TEXT, { body: { post_type: 'faq_generator' } }), 'VALIDATION_ERROR');
    const body = { post_type: 'post_generator', description: 'x' };
    expectError(await (await createPartner({ credits: 1 })).request(TEXT, { body }), 'NO_CREDITS');
  });
});

describe(SAVE, () => {
  const save = (body: object, from = partner) => from.request(SAVE, { body });
  const board = async () => {
    const { body } = await partner.request('GET /content-workflow/kanban');
    return (body as { data: { columns: Record<string, { items: unknown[] }> } }).data.columns;
  };

  test('makes a content item, for review where a guardrail objects', async () => {
    const { message_id } = await createMessage(partner, 'Data');
    expect((await save({ message_id, response: '# Plain words\n\nA text.' })).body).toEqual({ status: 'success' });
    expect((await save({ message_id, response: '# Doubtful\n\nWrite to jane@example.com.' })).status).toBe(200);
    expect(await board()).toMatchObject({
      generated: { items: [{ attributes: { title: 'Plain words', content_type: 'blog_post' } }] },
      review: { items: [{ attributes: { title: 'Doubtful' } }] },
    });
  });

  test('makes one for a repeat with the same Idempotency-Key', async () => {
    const { message_id } = await createMessage(partner, 'Data');
    const title = `Saved ${crypto.randomUUID()}`;
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { message_id, response: `# ${title}` };
    for (const _ of [1, 2]) expect((await partner.request(SAVE, { body, headers })).status).toBe(200);
    expect(JSON.stringify(await board()).split(`"title":"${title}"`)).toHaveLength(2);
  });

  test('wants a message of the partner, and a text', async () => {
    const { message_id } = await createMessage(partner, 'Data');
    expect(Object.keys(expectError(await save({}), 'VALIDATION_ERROR')).sort()).toEqual(['message_id', 'response']);
    expectError(await save({ message_id, response: ' ' }), 'VALIDATION_ERROR');
    expectError(await save({ message_id, response: 'x'.repeat(100_001) }), 'VALIDATION_ERROR');
    expect((await save({ message_id, response: 'x'.repeat(100_000) })).status).toBe(200);
    expectError(await save({ message_id, response: 'x' }, other), 'FORBIDDEN');
    expectError(await save({ message_id: Number.MAX_SAFE_INTEGER, response: 'x' }), 'NOT_FOUND');
  });
});

describe('favourites', () => {
  const change = (name: RouteName, openai_id: unknown, from = partner) => from.request(name, { body: { openai_id } });

  test('are added and removed once, however often', async () => {
    const fresh = await createPartner();
    expect((await fresh.request(FAVORITES)).body).toEqual([]);
    for (const _ of [1, 2]) expect((await change(ADD, 7, fresh)).body).toEqual({ status: 'success', favorites: [7] });
    expect((await change(ADD, 3, fresh)).body).toEqual({ status: 'success', favorites: [7, 3] });
    expect((await fresh.request(FAVORITES)).body).toEqual([7, 3]);
    for (const _ of [1, 2])
      expect((await change(REMOVE, 7, fresh)).body).toEqual({ status: 'success', favorites: [3] });
    expect((await other.request(FAVORITES)).body).toEqual([]);
  });

  test.each([ADD, REMOVE])('%s wants a template', async (name) => {
    expectError(await change(name, 26), 'NOT_FOUND');
    expectError(await change(name, '7'), 'VALIDATION_ERROR');
    expectError(await partner.request(name, { body: {} }), 'VALIDATION_ERROR');
  });
});

describe('GET /aiwriter/history', () => {
  test('pages what was asked for, newest first, the partner’s own only', async () => {
    const fresh = await createPartner();
    const ids = [];
    for (const text of ['one', 'two', 'three']) ids.unshift((await createMessage(fresh, text)).message_id);
    const { body } = await fresh.request('GET /aiwriter/history', { query: { per_page: 2 } });
    expect(body).toMatchObject({
      data: [
        {
          type: 'writer_message',
          id: ids[0],
          attributes: { post_type: 'post_generator', fields: { description: 'three' } },
        },
        { id: ids[1] },
      ],
      meta: { total: 3, page: 1, per_page: 2, total_pages: 2 },
    });
    expectError(await fresh.request('GET /aiwriter/history', { query: { per_page: 101 } }), 'VALIDATION_ERROR');
  });

  test('cuts long texts, which one message has whole', async () => {
    const fresh = await createPartner();
    const description = 'word '.repeat(1_000).trim();
    const { message_id: id } = await createMessage(fresh, description);
    const { body } = await fresh.request('GET /aiwriter/history');
    expect(body).toMatchObject({
      data: [{ id, attributes: { fields: { description: description.slice(0, 2_000) } } }],
      meta: { truncated: ['fields.description'] },
    });
    const one = await fresh.request('GET /aiwriter/history/{id}', { params: { id } });
    expect(one.body).toMatchObject({ data: { type: 'writer_message', id, attributes: { fields: { description } } } });
    expectError(await partner.request('GET /aiwriter/history/{id}', { params: { id } }), 'FORBIDDEN');
  });
});

describe('templates of one’s own', () => {
  test('are listed, asked for and written by like those of the platform', async () => {
    const partner = await createPartner();
    const { id, attributes } = await createWriterTemplate(partner, { slug: 'weekly_note' });
    const { body: list } = await partner.request(LIST, { headers: { 'Accept-Language': 'de' } });
    const listed = list as { id: number; own: boolean }[];
    expect(listed.at(-1)).toEqual({
      id,
      title: 'Weekly note',
      description: '',
      slug: 'weekly_note',
      type: 'text',
      premium: false,
      category: 'email',
      own: true,
      fields: attributes.fields,
    });
    expect(listed.filter(({ own }) => own)).toHaveLength(1);
    expect(((await other.request(LIST)).body as object[]).length).toBe(25);
    const shown = await partner.request(SHOW, { params: { slug: 'weekly_note' } });
    expect(JSON.parse((shown.body as { openai: { questions: string } }).openai.questions)).toEqual([
      { name: 'topic', type: 'text', question: 'What happened?', required: true, optional: false, max: 500 },
      { name: 'remarks', type: 'textarea', question: 'What else?', required: false, optional: true, max: 50 },
    ]);
    const body = { post_type: 'weekly_note', fields: { topic: 'Pallets' }, maximum_length: 50 };
    expect(Object.keys(expectError(await other.request(TEXT, { body }), 'VALIDATION_ERROR'))).toEqual(['post_type']);
    const written = (await partner.request(TEXT, { body })).body as { message_id: number; results: string[] };
    expect(written.results).toEqual([expect.stringMatching(/\w/)]);
    expect((await history(partner)).find((message) => message.id === written.message_id)?.attributes).toMatchObject({
      post_type: 'weekly_note',
      fields: { topic: 'Pallets' },
      outputs: [{ credits_charged: 4, prompt_version: `ai-writer/1 own:${id}/1` }],
    });
    const missing = expectError(await partner.request(TEXT, { body: { ...body, fields: {} } }), 'VALIDATION_ERROR');
    expect(Object.keys(missing)).toEqual(['fields.topic']);
  });

  test('are refused with what is wrong, and the same by a repeat', async () => {
    const ADD_OWN: RouteName = 'POST /aiwriter/templates';
    const wrong = writerTemplate({ slug: 'post_generator', fields: [{ name: 'topic', label: 'x', type: 'list' }] });
    const details = expectError(await partner.request(ADD_OWN, { body: wrong }), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(['fields.0.type', 'slug']);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = writerTemplate({ slug: 'repeated' });
    const first = await partner.request(ADD_OWN, { body, headers });
    expect({ status: first.status, again: (await partner.request(ADD_OWN, { body, headers })).body }).toEqual({
      status: 201,
      again: first.body,
    });
    expectError(await partner.request(ADD_OWN, { body }), 'CONFLICT');
  });

  test('are changed only where nobody else has changed them', async () => {
    const partner = await createPartner();
    const { id } = await createWriterTemplate(partner);
    const first = await partner.request('GET /aiwriter/templates/{id}', { params: { id } });
    const tag = first.headers.get('etag') ?? '';
    const change = (name: string) =>
      partner.request('PATCH /aiwriter/templates/{id}', {
        params: { id },
        headers: { 'If-Match': tag },
        body: { name },
      });
    expect((await change('Note')).body).toMatchObject({ data: { attributes: { name: 'Note', version: 2 } } });
    expect((await change('Letter')).status).toBe(412);
    expect((await partner.request('GET /aiwriter/templates')).body).toMatchObject({
      data: [{ id }],
      meta: { total: 1 },
    });
    expect((await partner.request('DELETE /aiwriter/templates/{id}', { params: { id } })).status).toBe(204);
    expectError(await partner.request('GET /aiwriter/templates/{id}', { params: { id } }), 'NOT_FOUND');
  });
});

describe('the history', () => {
  const find = async (by: Partner, query: Record<string, string>) => {
    const { body } = await by.request('GET /aiwriter/history', { query });
    const { data, meta } = body as { data: { id: number }[]; meta: { total: number } };
    expect(data).toHaveLength(meta.total);
    return data.map(({ id }) => id);
  };
  const remove = (by: Partner, id: number) => by.request('DELETE /aiwriter/history/{id}', { params: { id } });

  test('is searched by words of what was asked for', async () => {
    const fresh = await createPartner();
    const zebras = (await createMessage(fresh, 'Über Zebras\nin Łódź')).message_id;
    const lions = (await createMessage(fresh, 'About lions')).message_id;
    await createMessage(partner, 'Zebras of another partner');
    expect(await find(fresh, { q: 'lodz zebr' })).toEqual([zebras]);
    expect(await find(fresh, { q: 'description' })).toEqual([]);
    expect(await find(fresh, { post_type: 'post_generator' })).toEqual([lions, zebras]);
    expect(await find(fresh, { post_type: 'email_generator', q: 'lions' })).toEqual([]);
  });

  test('keeps what is being written until that has ended', async () => {
    const fresh = await createPartner();
    const { message_id: id } = await createMessage(fresh, 'Zebras');
    await write(fresh, id);
    const writing = (status: string, token: string, until: string) =>
      withDatabase((database) =>
        database.query(
          `UPDATE writer_output SET status = '${status}', claim_token = ${token}, claim_until = ${until} WHERE message_id = $1`,
          [id],
        ),
      );
    await writing('writing', 'gen_random_uuid()', "now() + interval '1 hour'");
    expectError(await remove(fresh, id), 'CONFLICT');
    await writing('completed', 'NULL', 'NULL');
    expect((await remove(fresh, id)).status).toBe(204);
  });

  test('loses what is deleted, and keeps the items that were made of it', async () => {
    const fresh = await createPartner();
    const { message_id: id } = await createMessage(fresh, 'Zebras');
    await write(fresh, id);
    await fresh.request('POST /aiwriter/generate/save', { body: { message_id: id, response: 'A text about zebras.' } });
    expectError(await remove(partner, id), 'FORBIDDEN');
    expect((await Promise.all([remove(fresh, id), remove(fresh, id)])).map(({ status }) => status).sort()).toEqual([
      204, 404,
    ]);
    expect(await history(fresh)).toEqual([]);
    const { body } = await fresh.request('GET /content-workflow/content-items');
    expect(body).toMatchObject({ meta: { total: 1 } });
    const again = await fresh.request('POST /aiwriter/generate-output', { body: { message_id: id, ...OPTIONS } });
    expectError(again, 'NOT_FOUND');
  });
});

describe('the capability ai_writer', () => {
  const EXECUTE: RouteName = 'POST /content-workflow/capabilities/{slug}/execute';
  const ask = (settings: object, from = partner) =>
    from.request(EXECUTE, { params: { slug: 'ai_writer' }, body: { settings } });
  const EMAIL = { post_type: 'email_generator', subject: 'Audits', description: 'Why audit trails matter' };

  test('takes the body of the writer, and puts its texts on the board', async () => {
    const voice = await createBrandVoice(partner, { tone: 'plain and warm' });
    const settings = { ...EMAIL, company: voice.id, maximum_length: 300, number_of_results: 2 };
    const done = await complete(partner, 'ai_writer', { settings });
    expect(done.attributes).toMatchObject({
      status: 'completed',
      credits_used: 8,
      step_results: [{ output: { type: 'content', prompt_version: expect.any(String) } }],
    });
    expect(await assetsOf(partner, done.id)).toMatchObject([
      { attributes: { content_type: 'email_draft' } },
      { attributes: { content_type: 'email_draft' } },
    ]);
  });

  test('takes a template of one’s own, as it was then', async () => {
    const { id } = await createWriterTemplate(partner, { slug: 'executed' });
    const settings = { post_type: 'executed', fields: { topic: 'Pallets' } };
    const missing = expectError(await ask({ ...settings, fields: { subject: 'x' } }), 'VALIDATION_ERROR');
    expect(Object.keys(missing).sort()).toEqual(['settings.fields.subject', 'settings.fields.topic']);
    const blank = expectError(await ask({ ...settings, fields: { topic: ' ' } }), 'PRECONDITION_FAILED');
    expect(Object.keys(blank)).toEqual(['settings.fields.topic']);
    expect(Object.keys(expectError(await ask(settings, other), 'VALIDATION_ERROR'))).toEqual(['settings.post_type']);
    const done = await complete(partner, 'ai_writer', { settings });
    expect(done.attributes).toMatchObject({
      status: 'completed',
      credits_used: 4,
      step_results: [{ output: { type: 'content', prompt_version: `ai-writer/1 own:${id}/1` } }],
    });
    expect(await assetsOf(partner, done.id)).toMatchObject([{ attributes: { content_type: 'email_draft' } }]);
  });

  test('costs what the routes cost', async () => {
    const done = await complete(partner, 'ai_writer', { settings: { ...EMAIL, maximum_length: 500 } });
    expect(done.attributes.credits_used).toBe(4);
  });

  test('refuses what the routes refuse', async () => {
    const missing = expectError(await ask({ post_type: 'email_generator' }), 'VALIDATION_ERROR');
    expect(Object.keys(missing).sort()).toEqual(['settings.description', 'settings.subject']);
    const blank = expectError(await ask({ ...EMAIL, description: ' ' }), 'PRECONDITION_FAILED');
    expect(Object.keys(blank)).toEqual(['settings.description']);
    expectError(await ask({ ...EMAIL, company: Number.MAX_SAFE_INTEGER }), 'NOT_FOUND');
    const starter = await createPartner({ plan: 'starter' });
    expectError(
      await ask({ post_type: 'ai_code_generator', description: 'x', code_language: 'C' }, starter),
      'FORBIDDEN',
    );
    expectError(await ask(EMAIL, await createPartner({ credits: 3 })), 'NO_CREDITS');
  });
});

describe('an administrator', () => {
  test('gives no texts', async () => {
    expectError(await requestAsAdmin(LIST), 'FORBIDDEN');
  });
});
