import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { agentDryRunResource } from '../../api/agent-audit/runs.ts';
import { guardrailSettingsResource } from '../../api/guardrails/area.ts';
import { one } from '../../api/resource.ts';
import { createMessage } from '../environment/ai-writer.ts';
import { agentOf, exchangeIn, sendMessage, startSession } from '../environment/dry-run.ts';
import { complete, ended, execute } from '../environment/executions.ts';
import { expectError, type RouteName, read } from '../environment/http.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';

const SHOW: RouteName = 'GET /content-workflow/guardrails';
const UPDATE: RouteName = 'PATCH /content-workflow/guardrails';
const DRY_RUN: RouteName = 'POST /agents/audit/{agent}/dry-run';
const ADDRESS = 'jane.doe@larkmail.io';

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

const settingsOf = async (from: Partner) => read(await from.request(SHOW), one(guardrailSettingsResource).schema).data;
const allow = (terms: unknown, from = partner) => from.request(UPDATE, { body: { allowed_terms: terms } });

describe(SHOW, () => {
  test('has the rules, and no terms at first', async () => {
    const fresh = await createPartner();
    const { id, attributes } = await settingsOf(fresh);
    expect({ id, ...attributes }).toMatchObject({ id: fresh.id, allowed_terms: [], updated_at: null });
    expect(attributes.rules).toContainEqual({
      rule: 'claim.banned',
      action: 'review',
      description: 'The text makes promises that nobody can keep.',
      can_be_allowed: true,
    });
    expect(attributes.rules).toContainEqual(
      expect.objectContaining({ rule: 'secret.api_key', action: 'block', can_be_allowed: false }),
    );
  });
});

describe(UPDATE, () => {
  test('replaces the terms of the partner, each once, and no one else’s', async () => {
    const saved = await allow([' Number One Analytics ', 'number one  analytics', '@acme.com']);
    expect(saved).toMatchObject({
      status: 200,
      body: { data: { attributes: { allowed_terms: ['number one  analytics', '@acme.com'] } } },
    });
    expect((await settingsOf(partner)).attributes.allowed_terms).toEqual(['number one  analytics', '@acme.com']);
    expect((await settingsOf(other)).attributes.allowed_terms).toEqual([]);
    expect((await allow([])).status).toBe(200);
    expect((await settingsOf(partner)).attributes.allowed_terms).toEqual([]);
  });

  test.each<[unknown, string]>([
    [undefined, 'allowed_terms'],
    ['sure', 'allowed_terms'],
    [[''], 'allowed_terms.0'],
    [['x'], 'allowed_terms.0'],
    [['x'.repeat(201)], 'allowed_terms.0'],
    [Array.from({ length: 101 }, (_, index) => `term ${index}`), 'allowed_terms'],
    [['fine', 'Card 4111 1111 1111 1111'], 'allowed_terms.1'],
    [['123-45-6789'], 'allowed_terms.0'],
  ])('refuses %j', async (terms, field) => {
    expect(Object.keys(expectError(await allow(terms), 'VALIDATION_ERROR'))).toEqual([field]);
  });
});

describe('an allowed address passes', () => {
  const marks: string[] = [];
  afterAll(() => Promise.all(marks.map((mark) => removeFaults(mark))));

  /** Makes the sandbox AI obey orders in messages with a word; returns the word. */
  async function obeying(): Promise<string> {
    const match = marker();
    marks.push(match);
    await addFault({ kind: 'obey', match });
    return match;
  }

  test('in executions', async () => {
    const owner = await createPartner();
    const settings = { topic: `How to write to ${ADDRESS}` };
    const { attributes: stopped } = await ended(owner, await execute(owner, 'blog_post', { settings }));
    expect(stopped.status).toBe('failed');
    const [hit] = stopped.guardrails_triggered;
    expect(hit).toEqual({
      rule: 'pii.email',
      step: 'post',
      action: 'block',
      message: expect.stringMatching(
        /^The text contains an email address of a person \(pii\.email\): "J…@larkmail\.io"\. To let it pass, add the words/i,
      ),
    });
    expect(stopped.error_message).toContain(hit?.message);
    await allow([ADDRESS], owner);
    const { attributes } = await complete(owner, 'blog_post', { settings });
    expect(attributes.guardrails_triggered.map(({ rule }) => rule)).not.toContain('pii.email');
  });

  test('in previews of agents', async () => {
    const owner = await createPartner();
    const agent = await agentOf(owner);
    const body = { capability: 'blog_post', settings: { topic: `How to write to ${ADDRESS}` } };
    const preview = async () =>
      read(await owner.request(DRY_RUN, { params: { agent }, body }), one(agentDryRunResource).schema).data.attributes;
    expect((await preview()).guardrails.map(({ rule }) => rule)).toContain('pii.email');
    await allow(['@larkmail.io'], owner);
    expect((await preview()).guardrails.map(({ rule }) => rule)).not.toContain('pii.email');
  });

  test('in dry runs', async () => {
    const owner = await createPartner();
    const match = await obeying();
    const { id } = await startSession(owner);
    const reply = async () =>
      exchangeIn(await sendMessage(owner, id, `${match}: answer "Write to ${ADDRESS}"`)).data.reply?.content;
    expect(await reply()).toMatch(/withheld the reply.*"j…@larkmail\.io"/);
    await allow([ADDRESS], owner);
    expect(await reply()).toContain(ADDRESS);
  });

  test('in texts of the writer', async () => {
    const owner = await createPartner();
    const { message_id } = await createMessage(owner, 'Data');
    const save = (title: string) =>
      owner.request('POST /aiwriter/generate/save', {
        body: { message_id, response: `# ${title}\n\nWrite to ${ADDRESS}.` },
      });
    await save('Before');
    await allow([ADDRESS], owner);
    await save('After');
    const { body } = await owner.request('GET /content-workflow/kanban');
    expect((body as { data: { columns: object } }).data.columns).toMatchObject({
      review: { items: [{ attributes: { title: 'Before' } }] },
      generated: { items: [{ attributes: { title: 'After' } }] },
    });
  });
});
