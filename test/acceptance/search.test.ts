import { beforeAll, describe, expect, test } from '@jest/globals';
import { all } from '../../api/resource.ts';
import { foundResource } from '../../api/search/area.ts';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { complete } from '../environment/executions.ts';
import { expectError, type RouteName, read, request } from '../environment/http.ts';
import { createOauthClient, createUser, type Program, signIn } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { createWebhook } from '../environment/webhooks.ts';

const SEARCH: RouteName = 'GET /app/search';

let partner: Partner;
let other: Partner;
let program: Program;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
  program = await createOauthClient(partner.id);
});

async function find(q: string, key = partner.key.text) {
  return read(await request(SEARCH, { key, query: { q } }), all(foundResource).schema).data;
}

describe(SEARCH, () => {
  test('finds records of several types by words, case and accents aside; nothing of others', async () => {
    const voice = await createBrandVoice(partner, { name: 'Zürich Précision' });
    await createBrandVoice(other, { name: 'Zürich Others' });
    expect(await find('zuerich')).toEqual([
      {
        type: 'brand_voice',
        id: voice.id,
        parent_id: null,
        title: 'Zürich Précision',
        updated_at: voice.attributes.updated_at,
      },
    ]);
    expect((await find('PRECIS')).map(({ id }) => id)).toEqual([voice.id]);
    expect((await find('zurich', other.key.text)).map(({ title }) => title)).toEqual(['Zürich Others']);
  });

  test('finds executions by number and by the name of their capability, and templates', async () => {
    const execution = await complete(partner, 'platform_knowledge_query', { settings: { query: 'What is a credit?' } });
    const [first] = await find(`#${execution.id}`);
    expect(first).toMatchObject({ type: 'execution', id: execution.id });
    expect((await find('platform knowledge')).map(({ type, id }) => [type, id])).toContainEqual([
      'execution',
      execution.id,
    ]);
    expect(await find(String(execution.id), other.key.text)).not.toContainEqual(
      expect.objectContaining({ type: 'execution' }),
    );
    expect((await find('launch')).map(({ type }) => type)).toContain('workflow_template');
  });

  test('shows only types that the role may read', async () => {
    await createWebhook(partner, { url: 'https://1.1.1.1/hook', description: 'quokka' });
    expect((await find('quokka')).map(({ type }) => type)).toEqual(['webhook']);
    const viewer = await signIn(program, await createUser(partner.id, 'viewer'));
    expect(await find('quokka', viewer.access_token)).toEqual([]);
  });

  test('refuses no text, and a text of over 200 characters', async () => {
    const key = partner.key.text;
    expectError(await request(SEARCH, { key }), 'VALIDATION_ERROR');
    expectError(await request(SEARCH, { key, query: { q: 'x'.repeat(201) } }), 'VALIDATION_ERROR');
  });
});
