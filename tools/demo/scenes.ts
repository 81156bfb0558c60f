import { randomUUID } from 'node:crypto';
import type { DemoApi } from './api.ts';
import { timeline } from './charts.ts';
import { follow } from './follow.ts';
import type { Board, Capability, Execution, ExecutionDetail, GtmEvent, Subscription, Usage } from './resources.ts';
import type { Screen } from './screen.ts';

const TIMELINE_WIDTH = 40;
const CAPABILITIES = '/content-workflow/capabilities';
const EXECUTIONS = '/content-workflow/executions';
/** Capabilities that the demo uses. */
const SHOWN = ['blog_post', 'product_description', 'campaign_launch'];

/** Days of the schedule that are shown. */
const DAYS_SHOWN = 60;
/** Characters of the feed's token that are not shown: who has it reads the schedule. */
const HIDDEN_CHARACTERS = 56;

/** What every scene works with. */
export interface Stage {
  api: DemoApi;
  screen: Screen;
  /** Where the documents are, and whether the service runs on this machine. */
  docs: { origin: string; local: boolean };
  /** Web page of an execution's run. */
  link(executionId: number): string | undefined;
}

/** What a partner finds: credits and a catalogue. */
export async function lookAround({ api, screen }: Stage): Promise<void> {
  screen.scene('What a partner finds');
  const { data } = await api.get<{ data: Capability[] }>(CAPABILITIES);
  const categories = [...new Set(data.map(({ attributes }) => attributes.category))];
  screen.fact('capabilities', `${data.length} in the categories ${categories.join(', ')}`);
  const prices = data
    .filter(({ attributes }) => SHOWN.includes(attributes.slug))
    .map(({ attributes }) => `${attributes.slug} ${attributes.estimated_credits}`);
  screen.fact('prices', `${prices.join(', ')} credits`);
  await showCredits({ api, screen });
}

/** A blog post, and the same request again under its Idempotency-Key. Returns the ids of what was made. */
export async function blogPost(stage: Stage): Promise<number[]> {
  const { api, screen } = stage;
  screen.scene('A blog post');
  const path = `${CAPABILITIES}/blog_post/execute`;
  const body = { settings: { topic: 'moving the nightly backups of a small team to the cloud' } };
  const key = { 'idempotency-key': `demo-${randomUUID()}` };
  const first = await api.tryPost<{ data: Execution }>(path, body, key);
  if (first.status !== 201) throw new Error(`The service answered ${first.status}: ${JSON.stringify(first.body)}`);
  const { id, relationships } = first.body.data;
  accepted(stage, id, `blog_post, carried out by the agent ${relationships.agent.name}`);
  await follow(api, screen, id);
  const made = await showResult(stage, id);

  screen.scene('The same request again');
  const again = await api.tryPost<{ data: Execution }>(path, body, key);
  screen.line(
    `same Idempotency-Key, same body: ${again.status}, execution ${again.body.data.id}, ` +
      `Idempotency-Replayed: ${again.headers.get('idempotency-replayed')}`,
  );
  const other = await api.tryPost<{ error: { code: string } }>(path, { settings: { topic: 'something else' } }, key);
  screen.line(`same Idempotency-Key, another body: ${other.status} ${other.body.error.code}`);
  await showCredits(stage);
  return made;
}

/** A campaign: plan, steps that run at the same time, assets. Returns the ids of what was made. */
export async function campaign(stage: Stage): Promise<number[]> {
  const { api, screen } = stage;
  screen.scene('A campaign: research, then blog post, emails and social posts at the same time');
  const id = await execute(stage, 'campaign_launch', { topic: 'cloud backups for small teams', post_count: 3 });
  await showCredits(stage);
  await follow(api, screen, id);
  const made = await showResult(stage, id);
  await showCredits(stage);
  return made;
}

/** A text that boasts: the guardrails send it to review. Returns the ids of what was made. */
export async function guardrail(stage: Stage): Promise<number[]> {
  const { api, screen } = stage;
  screen.scene('A guardrail');
  const id = await execute(stage, 'product_description', {
    product_name: 'Unbeatable Backup',
    features: 'unbeatable nightly backups, restore by click, encrypted at rest',
  });
  await follow(api, screen, id);
  const { data } = await api.get<{ data: ExecutionDetail }>(`${EXECUTIONS}/${id}`);
  const hits = data.attributes.guardrails_triggered;
  if (hits.length === 0) screen.line('No guardrail found anything this time; that depends on what the AI wrote.');
  for (const { rule, message } of hits) screen.line(`${screen.warn(rule)}  ${message}`);
  return showAssets(stage, data);
}

/** Items move over the board, one alone and others together. */
export async function board(stage: Stage, ids: readonly number[]): Promise<void> {
  const { api, screen } = stage;
  screen.scene('The board');
  await showBoard(stage, 'before');
  const [first, ...others] = ids;
  if (first === undefined) return;
  const path = '/content-workflow/kanban';
  const moved = await api.post<{ meta: { previous_status: string } }>(`${path}/${first}/status`, { status: 'ready' });
  screen.line(`item ${first}: ${moved.meta.previous_status} to ready`);
  if (others.length > 0) {
    const { meta } = await api.post<{ meta: { moved: number } }>(`${path}/bulk-status`, {
      content_ids: others,
      status: 'published',
    });
    screen.line(`${meta.moved} further items to published, in one transaction`);
  }
  await showBoard(stage, 'after');
}

/** The dates that the campaign has put into the schedule, and the feed by which a calendar follows them. */
export async function calendar({ api, screen }: Stage): Promise<void> {
  screen.scene('The go-to-market schedule, and a calendar that follows it');
  const [start_date, end_date] = [0, DAYS_SHOWN].map((days) => dayFromNow(days));
  const query = new URLSearchParams({ start_date, end_date, per_page: '5' } as Record<string, string>);
  const { data, meta } = await api.get<{ data: GtmEvent[]; meta: { total: number } }>(`/gtm-schedule/events?${query}`);
  screen.fact('events', `${meta.total} in the next ${DAYS_SHOWN} days, the first of them:`);
  for (const { attributes: event } of data) {
    screen.line(`  ${event.scheduled_at.slice(0, 16)}  ${event.title} ${screen.soft(event.event_type_label)}`);
  }
  const subscription = (await api.post<{ data: Subscription }>('/gtm-schedule/subscription')).data;
  // What a calendar application does: it has nothing but the address.
  const feed = await fetch(subscription.subscription_url);
  const found = (await feed.text()).match(/^BEGIN:VEVENT/gm)?.length ?? 0;
  screen.fact('feed', `${subscription.subscription_url.slice(0, -HIDDEN_CHARACTERS)}…: ${found} events`);
  const headers = { 'If-None-Match': feed.headers.get('ETag') ?? '' };
  const again = await fetch(subscription.subscription_url, { headers });
  screen.fact('asked again', `${again.status}, since nothing has changed`);
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** A campaign is cancelled after its first step and retried: what was finished is taken over. */
export async function cancelAndRetry(stage: Stage): Promise<void> {
  const { api, screen } = stage;
  screen.scene('Cancel, then retry');
  const id = await execute(stage, 'campaign_launch', { topic: 'audit trails for finance teams' });
  await follow(api, screen, id, ({ states }) => [...states.values()].some(({ status }) => status === 'completed'));
  const cancelled = await api.tryPost<{ data: Execution }>(`${EXECUTIONS}/${id}/cancel`);
  if (cancelled.status !== 200) {
    screen.line('It had ended before the cancel came; nothing is left to retry.');
    return;
  }
  screen.line(`${screen.warn('cancelled')}: credits_used ${cancelled.body.data.attributes.credits_used}`);
  await showCredits(stage);
  const { data } = await api.post<{ data: Execution }>(`${EXECUTIONS}/${id}/retry`);
  accepted(stage, data.id, `a retry of execution ${data.attributes.retried_from}`);
  await follow(api, screen, data.id);
  await showResult(stage, data.id);
  await showCredits(stage);
}

/** Accepts an execution and says so; returns its id. */
export async function execute(stage: Stage, slug: string, settings: object): Promise<number> {
  const { data } = await stage.api.post<{ data: Execution }>(`${CAPABILITIES}/${slug}/execute`, { settings });
  accepted(stage, data.id, slug);
  return data.id;
}

function accepted({ screen, link }: Stage, id: number, what: string): void {
  screen.fact('accepted', `execution ${id}: ${what}`);
  const page = link(id);
  if (page) screen.fact('Temporal UI', page);
}

async function showResult(stage: Stage, id: number): Promise<number[]> {
  const { api, screen } = stage;
  const { data } = await api.get<{ data: ExecutionDetail }>(`${EXECUTIONS}/${id}`);
  const { attributes } = data;
  showPlan(screen, attributes.execution_plan);
  if (attributes.step_results.length > 1) {
    const own = attributes.step_results.filter(({ reused_from }) => reused_from === null);
    screen.fact('when', 'each step ran');
    for (const line of timeline(own, TIMELINE_WIDTH)) screen.line(`  ${line}`);
  }
  const reused = attributes.step_results.filter(({ reused_from }) => reused_from !== null);
  if (reused.length > 0) screen.fact('reused', reused.map(({ key }) => key).join(', '));
  if (attributes.error_message) screen.fact('error', attributes.error_message);
  screen.fact('charged', `${attributes.credits_used} credits`);
  return showAssets(stage, data);
}

function showPlan(screen: Screen, plan: ExecutionDetail['attributes']['execution_plan']): void {
  screen.fact('plan', plan?.summary ?? 'none');
  const width = Math.max(0, ...(plan?.steps ?? []).map(({ key }) => key.length));
  for (const { key, kind, depends_on, estimated_credits } of plan?.steps ?? []) {
    const needs = depends_on.length > 0 ? `, after ${depends_on.join(', ')}` : '';
    screen.line(`  ${key.padEnd(width)}  ${screen.soft(`${kind}, ${estimated_credits} credits${needs}`)}`);
  }
}

function showAssets({ screen }: Stage, { attributes }: ExecutionDetail): number[] {
  for (const { id, attributes: item } of attributes.generated_assets) {
    const column = item.kanban_status === 'review' ? screen.warn(item.kanban_status) : item.kanban_status;
    screen.fact(
      `item ${id}`,
      `${item.title} ${screen.soft(`(${item.content_type}, ${item.word_count} words)`)} ${column}`,
    );
  }
  return attributes.generated_assets.map(({ id }) => id);
}

async function showCredits({ api, screen }: Pick<Stage, 'api' | 'screen'>): Promise<void> {
  const { data } = await api.get<{ data: Usage }>('/app/usage-data');
  const { balance, held, available } = data.attributes.credits;
  screen.fact('credits', `${number(balance)} (${number(held)} held, ${number(available)} available)`);
}

async function showBoard({ api, screen }: Stage, when: string): Promise<void> {
  const { data } = await api.get<{ data: Board }>('/content-workflow/kanban?per_page=1');
  const columns = Object.values(data.columns).map(({ label, count }) => `${label} ${count}`);
  screen.fact(when, columns.join('   '));
}

function number(value: number): string {
  return value.toLocaleString('en');
}
