import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { z } from 'zod';
import type { Stack } from '../../infra/local/stack.ts';
import { type AnyCommandedFlow, workflowIdOf } from '../../workflows/commands.ts';
import { sendOk } from '../environment/client.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { withoutTraces } from './scrub.ts';

const HISTORIES = fileURLToPath(new URL('./histories/', import.meta.url));

/** What the recorded work is about. */
export const TOPIC = 'Recording what a workflow does';

/** The answer of a request that made a record. */
const acceptedSchema = z.object({ data: z.object({ id: z.int() }) });

/** Has a running product do work, and saves the histories of its runs. */
export class Recorder {
  readonly stack: Stack;
  readonly client: Client;

  constructor(stack: Stack, client: Client) {
    this.stack = stack;
    this.client = client;
  }

  /** The run of a row. */
  runOf(flow: AnyCommandedFlow, row: number): WorkflowHandle {
    return this.client.workflow.getHandle(workflowIdOf(flow, row));
  }

  /** Saves the history of the run of a row, once it has ended. */
  save(flow: AnyCommandedFlow, name: string, row: number): Promise<void> {
    return this.saveRun(flow.workflow, name, workflowIdOf(flow, row));
  }

  /** The same by the run's id. A history that exists stays as it is, since released code made it. */
  async saveRun(workflow: string, name: string, workflowId: string): Promise<void> {
    const handle = this.client.workflow.getHandle(workflowId);
    await waitUntil(`the run ${workflowId}`, () => handle.describe(), { retryErrors: true });
    await handle.result().catch(() => undefined);
    const history = withoutTraces(JSON.parse(historyToJSON(await handle.fetchHistory())));
    await mkdir(`${HISTORIES}${workflow}`, { recursive: true });
    const file = `${HISTORIES}${workflow}/${name}.json`;
    if (existsSync(file)) return;
    await writeFile(file, `${JSON.stringify(history, null, 1)}\n`);
    process.stdout.write(`${workflow}/${name}\n`);
  }

  /** Triggers a Schedule, and saves the history of its run. */
  async saveScheduled(workflow: string, name: string, scheduleId: string): Promise<void> {
    const schedule = this.client.schedule.getHandle(scheduleId);
    await schedule.trigger();
    const workflowId = await waitUntil('the scheduled run', async () => {
      const { info } = await schedule.describe();
      const { action } = info.recentActions.at(-1) ?? {};
      return action?.type === 'startWorkflow' ? action.workflow.workflowId : undefined;
    });
    await this.saveRun(workflow, name, workflowId);
  }

  /** Where the API answers a path. */
  urlOf(path: string): string {
    return `${this.stack.urls.apiOrigin}/api/v1${path}`;
  }

  /** The answer to a request that succeeds. */
  call(method: string, path: string, body?: object, key = this.stack.credentials.api_key): Promise<unknown> {
    return sendOk(this.urlOf(path), { method, key, body });
  }

  /** The same as an administrator. */
  callAsAdmin(method: string, path: string, body?: object): Promise<unknown> {
    return this.call(method, path, body, this.stack.credentials.admin_key);
  }

  /** Makes a record; returns its id. */
  async create(path: string, body?: object, key?: string): Promise<number> {
    return acceptedSchema.parse(await this.call('POST', path, body, key)).data.id;
  }

  /** Has the sandbox AI fail in these ways; without any it works again. */
  async setAiFaults(...faults: object[]): Promise<void> {
    await setFaults(this.stack.urls.sandboxAiUrl, faults);
  }

  /** The same of the sandbox marketplace. */
  async setMarketplaceFaults(...faults: object[]): Promise<void> {
    await setFaults(this.stack.urls.marketplaceUrl, faults);
  }

  /** Publishes a platform event, as an upstream system does. */
  async publishEvent(): Promise<void> {
    const body = { type: 'listing.updated', data: { listing_id: 'prod-recorded', changes: ['title'] } };
    await this.callAsAdmin('POST', `/3pi-partners/${this.stack.credentials.partner_id}/events`, body);
  }
}

async function setFaults(sandboxUrl: string | undefined, faults: object[]): Promise<void> {
  await sendOk(new URL('/__sandbox/faults', sandboxUrl), { method: 'PUT', body: { faults } });
}

/** Waits until an activity of a run has begun. */
export async function untilActive(what: string, run: WorkflowHandle): Promise<void> {
  await waitUntil(what, async () => ((await run.describe()).raw.pendingActivities?.length ?? 0) > 0, {
    retryErrors: true,
  });
}
