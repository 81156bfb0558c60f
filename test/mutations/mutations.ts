/** What finds an omission: the type check, a test file, or the start of a worker. */
export type Gate = 'types' | 'worker start' | `${string}.test.ts`;

/** Something that a newcomer may leave out, and the gates of which each must find it. */
export interface Mutation {
  name: string;
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  /** Left out unless given. */
  replace?: string;
  /** Each gate, and what its output says. */
  spoken: Partial<Record<Gate, string>>;
}

const SCOPE: Gate = 'test/partner-scope.test.ts';
const RULES: Gate = 'test/route-rules.test.ts';
const BOUNDS: Gate = 'test/input-bounds.test.ts';
const TENANCY: Gate = 'test/acceptance/tenancy.test.ts';

/** One omission each. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'the partner in the SQL of a list',
    file: 'domain/executions/list-store.ts',
    find: "    't.partner_id = $1',\n",
    spoken: { [SCOPE]: 'domain/executions/list-store.ts#selectExecutions' },
  },
  {
    name: 'the partner in the condition of a list',
    file: 'domain/partner-keys/store.ts',
    find: 'listRecords(db, partnerKeyTable, { partner_id: partnerId, is_active: true }',
    replace: 'listRecords(db, partnerKeyTable, { is_active: true }',
    spoken: {
      types: "'partnerId' is declared but its value is never read",
      [SCOPE]: 'domain/partner-keys/store.ts#selectActiveKeys',
    },
  },
  {
    name: 'the partner in the condition of a paged list',
    file: 'domain/users/store.ts',
    find: '{ where: { partner_id: partnerId }, order',
    replace: '{ where: {}, order',
    spoken: {
      types: "'partnerId' is declared but its value is never read",
      [SCOPE]: 'domain/users/store.ts#selectUsers',
    },
  },
  {
    name: 'the owner of a record (ownedBy)',
    file: 'domain/brand-voices/target.ts',
    find: "ownedBy(call, 'Brand voice', await findBrandVoice(db, id), (voice) => voice.partner_id)",
    replace:
      "ownedBy(call, 'Brand voice', await findBrandVoice(db, id), () => ('partnerId' in call.actor ? call.actor.partnerId : 0))",
    spoken: { [TENANCY]: 'GET /content-workflow/brand-voices/{id}: {id} › that is another partner’s is refused' },
  },
  {
    name: 'the owner of a record that a body names',
    file: 'domain/gtm-schedule/schema.ts',
    find: "ownedBy(call, 'Campaign', await findCampaign(db, id), (campaign) => campaign.partner_id)",
    replace:
      "ownedBy(call, 'Campaign', await findCampaign(db, id), () => ('partnerId' in call.actor ? call.actor.partnerId : 0))",
    spoken: { [TENANCY]: 'POST /gtm-schedule/events: campaign_id › that is another partner’s is refused' },
  },
  {
    name: 'the permission of a DELETE',
    file: 'domain/brand-voices/operations/delete-brand-voice.ts',
    find: "  permission: 'manage_content',\n",
    spoken: { types: "Property 'permission' is missing" },
  },
  {
    name: 'a permission to change: a reader’s instead',
    file: 'domain/brand-voices/operations/delete-brand-voice.ts',
    find: "permission: 'manage_content'",
    replace: "permission: 'view_content'",
    spoken: { [RULES]: 'DELETE /content-workflow/brand-voices/{id}' },
  },
  {
    name: 'a permission to read: any credential instead',
    file: 'domain/agent-audit/operations/reads.ts',
    find: "  name: 'agent_audit.list',\n  permission: 'view_companies'",
    replace: "  name: 'agent_audit.list',\n  permission: 'partner'",
    spoken: { [RULES]: 'GET /agents/audit"' },
  },
  {
    name: 'the retention of a table',
    file: 'domain/ai-calls/table.ts',
    find: "  { since: 'created_at', days: 400, setting: 'RETENTION_AI_CALL_DAYS' },\n",
    spoken: { types: 'Expected 4 arguments, but got 3' },
  },
  {
    name: 'stale rows of a flow',
    file: 'activities/seo.ts',
    find: '    stale: listStaleAnalyses,\n',
    spoken: { types: "Property 'stale' is missing" },
  },
  {
    name: 'the owner of a flow that holds credits',
    file: 'activities/seo.ts',
    find: `  owner: {
    name: 'analysis',
    stale: listStaleAnalyses,
    end: (deps, job, reason) => perform(deps, failAnalysis, { ...job, reason }),
  },`,
    replace: "  owner: { none: 'Forgotten.' },",
    spoken: { 'worker/holds.test.ts': '"seo"' },
  },
  {
    name: 'recover of a POST',
    file: 'domain/brand-voices/operations/create-brand-voice.ts',
    find: '  recover: (deps, call, madeId) => ownBrandVoice(deps, call, { id: Number(madeId) }),\n',
    spoken: { [RULES]: 'POST /content-workflow/brand-voices"' },
  },
  {
    name: 'the maximum of a list',
    file: 'domain/brand-voices/schema.ts',
    find: 'listBrandVoicesQuery = z.object({ ...creationOrName, ...pageQuery(), ...includeBody })',
    replace:
      'listBrandVoicesQuery = z.object({ ...creationOrName, ...pageQuery(), ...includeBody, per_page: z.int().default(20) })',
    spoken: { [RULES]: 'GET /content-workflow/brand-voices"' },
  },
  {
    name: 'the maximum of a text',
    file: 'domain/brand-voices/schema.ts',
    find: '  tone: optionalText(100).describe(',
    replace: '  tone: z.string().optional().describe(',
    spoken: { [BOUNDS]: 'POST /content-workflow/brand-voices: tone needs a maximum' },
  },
  {
    name: 'the maximum of a column: a greater one in its schema',
    file: 'domain/brand-voices/schema.ts',
    find: '  tone: optionalText(100).describe(',
    replace: '  tone: optionalText(1_000).describe(',
    spoken: {
      'test/acceptance/greatest-inputs.test.ts':
        'POST /content-workflow/brand-voices has room for all that its tone may be',
    },
  },
  {
    name: 'the capability of a route that is paid',
    file: 'domain/content-suggestions/operations/suggest-titles.ts',
    find: '  capability: () => CONTENT_SUGGESTION,\n',
    spoken: {
      'test/acceptance/scope.test.ts':
        'POST /content-workflow/content-items/{id}/titles spends nothing for a key that may use no capability',
    },
  },
  {
    name: 'the registration of a workflow',
    file: 'workflows/index.ts',
    find: "export { seoAnalysis } from './seo-analysis/workflow.ts';\n",
    spoken: {
      types: "Property 'seoAnalysis' is missing",
      'worker start': 'workflows/index.ts does not export seoAnalysis',
    },
  },
  {
    name: 'the worker of a flow',
    file: 'worker/areas.ts',
    find: '  { flows: [dryRunSession] },\n',
    spoken: {
      types: "Property 'dryRunSession' is missing",
      'worker start': 'No area in worker/areas.ts serves dryRunSession',
    },
  },
  {
    name: 'the audit of a route',
    file: 'domain/brand-voices/operations/delete-brand-voice.ts',
    find: "  audit: (_output, { target }) => ({ type: 'brand_voice', id: target.id }),\n",
    spoken: { types: "Property 'audit' is missing" },
  },
  {
    name: 'the sample of a record',
    file: 'test/samples/brand-voices.ts',
    find: '    [VOICE]: { make: async (partner) => (await createBrandVoice(partner)).id },\n',
    spoken: {
      'test/samples/samples.test.ts':
        "add '/content-workflow/brand-voices/{id}' to the records in test/samples/brand-voices.ts",
    },
  },
];
