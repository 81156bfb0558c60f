import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  type ExecutionFlow,
  type Owner,
  referenceTo,
  startExecutionFlow,
} from '../../test/environment/execution-flow.ts';
import { codeOf, validationOf } from '../../test/environment/service.ts';
import { templateFile as template } from '../../test/environment/workflow-template-file.ts';
import { getExecution } from '../executions/operations/reads.ts';
import { retryExecution } from '../executions/operations/retry-execution.ts';
import type { ExecutionSummary } from '../executions/rules.ts';
import { endExecution } from '../executions/steps/end-execution.ts';
import type { Call } from '../kernel/call.ts';
import { AppError } from '../kernel/errors.ts';
import { LIMITS } from '../kernel/limits.ts';
import { writePlace } from '../kernel/page.ts';
import { perform } from '../kernel/step.ts';
import { search } from '../search/operations/reads.ts';
import { selectFirings } from '../workflow-triggers/firing-store.ts';
import { createTrigger } from '../workflow-triggers/operations/create-trigger.ts';
import { deleteTrigger } from '../workflow-triggers/operations/delete-trigger.ts';
import { getTrigger } from '../workflow-triggers/operations/reads.ts';
import { runTrigger } from '../workflow-triggers/operations/run-trigger.ts';
import { updateTrigger } from '../workflow-triggers/operations/update-trigger.ts';
import { fireTrigger } from '../workflow-triggers/steps/fire-trigger.ts';
import { definitionProblems } from './check-definition.ts';
import { createTemplate } from './operations/create-template.ts';
import { deleteTemplate } from './operations/delete-template.ts';
import { executeTemplate } from './operations/execute-template.ts';
import {
  getTemplate,
  getTemplateFile,
  listGroupedTemplates,
  listTemplates,
  listTemplateVersions,
  validateTemplate,
} from './operations/reads.ts';
import { updateTemplate } from './operations/update-template.ts';
import { requestedTemplatePrice } from './price.ts';
import { KEPT_VERSIONS } from './store.ts';

jest.setTimeout(120_000);

let flow: ExecutionFlow;
let owner: Owner;
beforeAll(async () => {
  flow = await startExecutionFlow();
});
beforeEach(async () => {
  owner = await flow.createOwner();
});
afterAll(() => flow.stop());

const SLUG = 'article_and_posts';
const params = { slug: SLUG };
const create = (changes: object = {}, { call }: Pick<Owner, 'call'> = owner) =>
  flow.service.run(call, createTemplate, { input: { ...template(), ...changes } });
const update = (input: object, call: Call = owner.call) => flow.service.run(call, updateTemplate, { params, input });
const remove = (call = owner.call) => flow.service.run(call, deleteTemplate, { params });
const get = (call = owner.call) => flow.service.run(call, getTemplate, { params });
const fileOf = (version?: number, call = owner.call) =>
  flow.service.run(call, getTemplateFile, { params, input: version === undefined ? {} : { version } });
const versions = async () => (await flow.service.run(owner.call, listTemplateVersions, { params })).rows;
const execute = (input: object, { call }: Pick<Owner, 'call'> = owner) =>
  flow.service.run(call, executeTemplate, { params, input: { input } });
const keysOf = async ({ id }: { id: number }) => {
  const { steps } = await flow.service.run(owner.call, getExecution, { params: { id } });
  return steps.map(({ key }) => key);
};
const longer = (example: object) => ({ example: { ...template().example, ...example } });

describe('a template of the partner’s own', () => {
  test('is listed beside those of the platform, found, read and validated, for its partner only', async () => {
    await create();
    const other = await flow.createOwner();
    const listOf = async (call: Call, input = {}) => flow.service.run(call, listTemplates, { input });
    const [mine, theirs] = [await listOf(owner.call), await listOf(other.call)];
    expect(mine.total).toBe(theirs.total + 1);
    expect(mine.rows.at(-1)).toMatchObject({ slug: SLUG, own: { version: 1 }, prompt_inputs: ['topic'] });
    expect(theirs.rows.every(({ own }) => own === undefined)).toBe(true);
    // A page of a cursor begins behind a template that is gone by now.
    const behind = (last: string) =>
      listOf(owner.call, { per_page: 100, cursor: writePlace({ total: 14, before: 0, key: [last] }) });
    expect((await behind('webinar_campaign')).rows.at(-1)?.slug).toBe(SLUG);
    expect((await behind('aaa')).rows.map(({ slug }) => slug)).toEqual([SLUG]);
    expect((await behind(SLUG)).rows).toEqual([]);
    const grouped = await flow.service.run(owner.call, listGroupedTemplates);
    expect(grouped.find(({ category }) => category === 'content')?.templates.map(({ slug }) => slug)).toContain(SLUG);
    for (const work of [
      get(other.call),
      remove(other.call),
      update({ name: 'x' }, other.call),
      fileOf(undefined, other.call),
      execute({ topic: 'x' }, other),
    ])
      expect(await codeOf(work)).toBe('NOT_FOUND');
    expect(
      (await flow.service.run(owner.call, search, { input: { q: 'Article and posts' } })).map(({ id }) => id),
    ).toContain(SLUG);
    expect(await flow.service.run(other.call, search, { input: { q: 'Article and posts' } })).toEqual([]);
    // Another partner may have the same slug.
    await create({ name: 'Theirs' }, other);
    expect([(await get()).name, (await get(other.call)).name]).toEqual(['Article and posts', 'Theirs']);
  });

  test('is validated, at the price of the steps that run', async () => {
    await create();
    const check = (input: object) => flow.service.run(owner.call, validateTemplate, { params, input: { input } });
    expect(await check({ topic: 'Stock' })).toEqual({ valid: true, errors: {}, estimatedCredits: 10 });
    expect(await check({ topic: 'Stock', language_to: 'de', with_posts: true })).toMatchObject({
      estimatedCredits: 23,
    });
    expect(await check({ topic: ' ', posts: 1 })).toMatchObject({
      valid: false,
      errors: { 'input.topic': ['Must not be empty.'] },
    });
    expect(await check({ posts: 6 })).toMatchObject({
      errors: { 'input.topic': ['Is required.'], 'input.posts': ['Must be at most 5.'] },
      estimatedCredits: 23,
    });
    const priceOf = (input: unknown, slug: unknown = SLUG) =>
      requestedTemplatePrice(flow.service.deps, owner.call, slug, input);
    expect([
      await priceOf({ topic: 'x' }),
      await priceOf({}),
      await priceOf({ topic: 'x' }, 'none'),
      await priceOf({}, 7),
    ]).toEqual([10, undefined, undefined, undefined]);
  });

  test('comes back from its own file', async () => {
    await create();
    const { definition, slug, name, description, category } = await fileOf();
    const other = await flow.createOwner();
    await create({ slug, name, description, category, ...definition }, other);
    expect((await fileOf(undefined, other.call)).definition).toEqual(definition);
  });

  test.each<[string, object, object]>([
    ['another version of the form', { format_version: 2 }, { format_version: ['Must be 1.'] }],
    ['no version of the form', { format_version: undefined }, { format_version: ['Is required.'] }],
    ['the slug of a template of the platform', { slug: 'content_refresh' }, { slug: [expect.any(String)] }],
    ['the slug of a capability', { slug: 'blog_post' }, { slug: [expect.any(String)] }],
    ['the name of another path', { slug: 'grouped' }, { slug: [expect.any(String)] }],
    [
      'what it is too large with',
      longer({ spare: 'x'.repeat(65_000) }),
      { body: [expect.stringContaining('65536 bytes')] },
    ],
    [
      'a name that no part has',
      { steps: [{ ...template().steps[0], if: [] }] },
      { 'steps.0.if': [expect.any(String)] },
    ],
  ])('is refused for %s', async (_what, changes, problems) => {
    expect(await validationOf(create(changes))).toMatchObject(problems);
  });

  test('is refused where there is one of its slug, and where there is no more room', async () => {
    await create();
    expect(await codeOf(create())).toBe('CONFLICT');
    const limits = flow.service.deps.limits;
    try {
      flow.service.deps.limits = { ...limits, workflow_templates: 2 };
      const codes = await Promise.all(['one', 'two', 'three'].map((slug) => codeOf(create({ slug }))));
      expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'none']);
      flow.service.deps.limits = { ...limits, workflow_template_bytes: 3_000 };
      expect(await codeOf(create({ slug: 'four', description: 'x'.repeat(1_000) }))).toBe('CONFLICT');
      expect(await codeOf(update({ description: 'x'.repeat(1_000) }))).toBe('CONFLICT');
      expect(await codeOf(update({ description: '' }))).toBe('none');
    } finally {
      flow.service.deps.limits = limits;
    }
    expect(LIMITS.workflow_templates.most).toBe(100);
  });
});

describe('a change', () => {
  test('of the definition is a version, any other is none', async () => {
    await create();
    expect((await update({ name: 'Renamed', description: null, category: 'launch' })).own.version).toBe(1);
    expect(await get()).toMatchObject({ name: 'Renamed', description: '', category: 'launch' });
    expect((await update(longer({ topic: 'Another' }))).own.version).toBe(2);
    expect((await update({ ...longer({ topic: 'Another' }), steps: template().steps })).own.version).toBe(2);
    expect(await versions()).toMatchObject([
      { version: 2, actor: expect.stringMatching(/^partner_key:/) },
      { version: 1 },
    ]);
    const [first, second] = [await fileOf(1), await fileOf()];
    expect([first, second].map(({ definition }) => definition.example['topic'])).toEqual([
      'Stock that orders itself',
      'Another',
    ]);
    expect(await codeOf(fileOf(3))).toBe('NOT_FOUND');
    const audited = await flow.auditOf(owner.partner, 'workflow_template');
    expect(audited.map(({ action }) => action)).toEqual([
      'workflow_templates.create',
      'workflow_templates.update',
      'workflow_templates.update',
    ]);
  });

  test('is checked with what stays', async () => {
    await create();
    expect(await validationOf(update({ input: template().input.slice(0, 2) }))).toMatchObject({
      'steps.2.when.0.field': ['Must be the name of a field of `input`.'],
    });
    expect((await get()).own?.version).toBe(1);
  });

  test('of two at once with different parts, keeps both, or refuses the one that no longer fits', async () => {
    await create();
    const results = await Promise.all([
      codeOf(update({ name: 'One' })),
      codeOf(update(longer({ topic: 'Two' }))),
      codeOf(update(longer({ topic: 'Three' }))),
    ]);
    expect(results).toEqual(['none', 'none', 'none']);
    expect(await get()).toMatchObject({ name: 'One', own: { version: 3 } });
    // Of two that may not go together, the second is checked with what the first has made.
    const [article, german, posts] = template().steps;
    const without = { steps: [article, german], input: template().input.slice(0, 2), example: { topic: 'x' } };
    const [made, other] = await Promise.all([
      codeOf(update(without)),
      codeOf(update({ steps: [article, german, { ...posts, title: 'Write a few posts' }] })),
    ]);
    expect(made).toBe('none');
    expect(['none', 'VALIDATION_ERROR']).toContain(other);
    expect(definitionProblems(flow.service.deps.capabilities, (await fileOf()).definition)).toEqual({});
  });

  test('that has the tag of before is refused after another', async () => {
    await create();
    // What the edge does with If-Match: both have read version 1.
    const ifFirst = (): Call => ({
      ...owner.call,
      precondition: async (em) => {
        const [{ version }] = (await em.query('SELECT version FROM workflow_template WHERE partner_id = $1', [
          owner.partner.id,
        ])) as [{ version: number }];
        if (version !== 1) throw new AppError('PRECONDITION_FAILED', 'It has changed.');
      },
    });
    const codes = await Promise.all(['Two', 'Three'].map((topic) => codeOf(update(longer({ topic }), ifFirst()))));
    expect(codes.sort()).toEqual(['PRECONDITION_FAILED', 'none']);
    expect((await get()).own?.version).toBe(2);
  });

  test('leaves the newest hundred versions', async () => {
    await create();
    await flow.service.dataSource.query(
      `INSERT INTO workflow_template_version (template_id, version, definition, actor, created_at)
       SELECT v.template_id, n, v.definition, v.actor, v.created_at FROM workflow_template_version v
       JOIN workflow_template t ON t.id = v.template_id AND t.partner_id = $1, generate_series(2, $2) AS n`,
      [owner.partner.id, KEPT_VERSIONS],
    );
    await flow.service.dataSource.query('UPDATE workflow_template SET version = $2 WHERE partner_id = $1', [
      owner.partner.id,
      KEPT_VERSIONS,
    ]);
    await update(longer({ topic: 'Another' }));
    const kept = await flow.service.run(owner.call, listTemplateVersions, { params, input: { per_page: 100 } });
    expect([kept.total, kept.rows[0]?.version, kept.rows.at(-1)?.version]).toEqual([
      KEPT_VERSIONS,
      KEPT_VERSIONS + 1,
      2,
    ]);
  });

  test('of a template of the platform is forbidden', async () => {
    const platform = { slug: 'content_refresh' };
    const works = [
      flow.service.run(owner.call, updateTemplate, { params: platform, input: { name: 'x' } }),
      flow.service.run(owner.call, deleteTemplate, { params: platform }),
      flow.service.run(owner.call, getTemplateFile, { params: platform }),
    ];
    expect(await Promise.all(works.map(codeOf))).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
  });
});

describe('an execution', () => {
  const fail = (execution: ExecutionSummary) =>
    perform(flow.service.deps, endExecution, {
      ...referenceTo(execution),
      ending: { status: 'failed', reason: 'ai_unavailable' },
    });

  test('keeps its plan and the form of its version when the template is changed and deleted', async () => {
    await create();
    const execution = await execute({ topic: 'Stock', with_posts: true, posts: 2 });
    expect(execution).toMatchObject({ template_slug: SLUG, capability: SLUG, template_version: 1, credits_held: 18 });
    await update({ steps: template().steps.slice(0, 1), input: template().input.slice(0, 1), example: { topic: 'x' } });
    expect(await keysOf(execution)).toEqual(['blog_post', 'social_post_set']);
    const formOf = async () =>
      (
        await flow.service.run(owner.call, getExecution, {
          params: { id: execution.id },
          input: { include: 'settings_schema' },
        })
      ).form;
    expect(Object.keys((await formOf())?.shape ?? {})).toEqual(['topic', 'language_to', 'with_posts', 'posts']);
    await remove();
    expect(await formOf()).toBeUndefined();
    await flow.complete(execution);
    expect(await flow.rowOf(execution.id)).toMatchObject({
      status: 'completed',
      credits_used: 18,
      template_version: 1,
    });
  });

  test('names neither slug nor keys of the partner to those who run it', async () => {
    await create();
    const execution = await execute({ topic: 'Stock' });
    const [row] = await flow.service.dataSource.query(`SELECT command FROM outbox WHERE command->>'rowKey' = $1`, [
      execution.row_key,
    ]);
    expect(JSON.stringify(row)).not.toContain(SLUG);
    expect(row.command).toMatchObject({ kind: 'execution.start', capability: 'own_template' });
    expect(await flow.plan(execution)).toEqual(['blog_post']);
  });

  test('is continued by a retry, with the scope of the key, though the template is gone', async () => {
    await create();
    const execution = await execute({ topic: 'Stock', with_posts: true });
    const [first = ''] = await flow.plan(execution);
    await flow.runStep(execution, first);
    await fail(execution);
    await remove();
    const narrow = await flow.service.createKey(owner.partner, { scoped_capabilities: ['blog_post'] });
    const retry = (call: Call) => flow.service.run(call, retryExecution, { params: { id: execution.id } });
    expect(await codeOf(retry(narrow.call))).toBe('CAPABILITY_NOT_ALLOWED');
    const retried = await retry(owner.call);
    expect(retried).toMatchObject({ template_slug: SLUG, template_version: 1, credits_held: 18 });
    expect(await flow.plan(retried)).toEqual(['social_post_set']);
  });

  test('takes the scope of every step, and holds what runs', async () => {
    await create();
    const { call } = await flow.service.createKey(owner.partner, {
      scoped_capabilities: ['blog_post', 'social_post_set'],
    });
    expect(await codeOf(execute({ topic: 'Stock' }, { call }))).toBe('CAPABILITY_NOT_ALLOWED');
    const sandbox = await flow.service.createKey(owner.partner, { sandbox: true });
    expect(await execute({ topic: 'Stock' }, sandbox)).toMatchObject({
      sandbox: true,
      credits_held: 0,
      template_version: 1,
    });
    expect(await validationOf(execute({ topic: 'Stock', posts: 6 }))).toEqual({
      'input.posts': ['Must be at most 5.'],
    });
    expect(await codeOf(execute({ topic: ' ' }))).toBe('PRECONDITION_FAILED');
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 100, held: 0 });
  });

  test('is refused where no required step runs with its input', async () => {
    const [article, german, posts] = template().steps;
    const when = [{ field: 'posts', operator: 'greater' as const, values: [3] }];
    await create({ steps: [{ ...article, when }, german, posts], ...longer({ posts: 4 }) });
    expect(await validationOf(execute({ topic: 'Stock' }))).toEqual({
      input: ['No step that is not optional runs with this input.'],
    });
    expect(await execute({ topic: 'Stock', posts: 4 })).toMatchObject({ credits_held: 10 });
  });
});

describe('a trigger', () => {
  const trigger = (changes: object = {}, call = owner.call) =>
    flow.service.run(call, createTrigger, {
      input: {
        name: 'Monthly',
        target: { template_slug: SLUG },
        type: 'schedule',
        schedule: { cron: '0 9 1 * *', timezone: 'UTC' },
        input: { topic: 'Stock', with_posts: true },
        ...changes,
      },
    });
  async function fired(id: number) {
    await flow.service.run(owner.call, runTrigger, { params: { id } });
    const [firing] = (await selectFirings(flow.service.deps.db, id, { page: 1, per_page: 1 })).rows;
    if (!firing) throw new Error('There is no firing.');
    await perform(flow.service.deps, fireTrigger, { triggerId: id, rowKey: firing.row_key, firingId: firing.id });
    const [ended] = (await selectFirings(flow.service.deps.db, id, { page: 1, per_page: 1 })).rows;
    return ended;
  }

  test('checks its input by the version of now, and executes the one of then', async () => {
    await create();
    expect(await validationOf(trigger({ input: { topic: 'Stock', posts: 9 } }))).toEqual({
      'input.posts': ['Must be at most 5.'],
    });
    const { id } = await trigger();
    const shown = await flow.service.run(owner.call, getTrigger, {
      params: { id },
      input: { include: 'input_schema' },
    });
    expect(Object.keys(shown.settings?.shape ?? {})).toContain('with_posts');
    const steps = template().steps.slice(0, 2);
    await update({ steps, input: template().input.slice(0, 2), example: { topic: 'x' } });
    const firing = await fired(id);
    expect(firing).toMatchObject({ result: 'fired', credits: 10 });
    expect(await flow.rowOf(firing?.execution_id ?? 0)).toMatchObject({ template_version: 2, template_slug: SLUG });
    // A version that the input no longer fits is a failure of the trigger.
    const required = { name: 'audience', type: 'string', required: true, max_length: 300 };
    await update({ steps, input: [...template().input.slice(0, 2), required], example: { topic: 'x', audience: 'y' } });
    expect(await fired(id)).toMatchObject({ result: 'invalid', execution_id: null });
  });

  test('keeps its template from being deleted, of two at once too', async () => {
    await create();
    const { id } = await trigger();
    expect(await codeOf(remove())).toBe('CONFLICT');
    await flow.service.run(owner.call, deleteTrigger, { params: { id } });
    const [made, removed] = await Promise.all([codeOf(trigger()), codeOf(remove())]);
    expect([
      ['none', 'CONFLICT'],
      ['NOT_FOUND', 'none'],
    ]).toContainEqual([made, removed]);
  });

  test('may be changed to one, of its partner only', async () => {
    await create();
    const other = await flow.createOwner();
    expect(await codeOf(trigger({}, other.call))).toBe('NOT_FOUND');
    const { id } = await trigger({ target: { capability_slug: 'blog_post' }, input: { topic: 'Stock' } });
    const changed = await flow.service.run(owner.call, updateTrigger, {
      params: { id },
      input: { target: { template_slug: SLUG } },
    });
    expect(changed).toMatchObject({ template_slug: SLUG, capability_slug: null });
    expect(await codeOf(remove())).toBe('CONFLICT');
    const narrow = await flow.service.createKey(owner.partner, { scoped_capabilities: ['blog_post'] });
    expect(await codeOf(trigger({}, narrow.call))).toBe('CAPABILITY_NOT_ALLOWED');
  });
});
