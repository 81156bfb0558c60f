import type { Client } from '@temporalio/client';
import type { Stack } from '../../infra/local/stack.ts';
import { createTemporalClient } from '../../infra/temporal/connection.ts';
import { createPartnerThrough, type PostAsAdmin, pathOfPartner } from '../../test/environment/create-partner.ts';
import { openDatabase, type Query } from '../../test/invariants/database.ts';
import { Api } from './api.ts';
import type { Findings } from './findings.ts';
import { Sandbox } from './sandbox.ts';

/** What a drill has to work with: a stack of real processes, and its own partner. */
export interface DrillEnvironment {
  stack: Stack;
  /** The API as the drill's partner calls it. */
  api: Api;
  /** The key of the drill's partner, for further API processes. */
  apiKey: string;
  partnerId: number;
  query: Query;
  ai: Sandbox;
  temporal: Client;
  findings: Findings;
}

/** A drill: breaks something on purpose and looks for what was lost or doubled. */
export interface Drill {
  name: string;
  title: string;
  /** Credits of the drill's partner; so many that they never run out when absent. */
  credits?: number;
  run(environment: DrillEnvironment): Promise<void>;
}

/** For the API and the worker: a provider that hangs is given up after two minutes, which a drill cannot wait for. */
export const DRILL_ENVIRONMENT = { AI_TIMEOUT_SECONDS: '6' };

const CREDITS = 1_000_000;

/** Prepares the environment of one drill; `leave` gives back what it took. */
export async function prepareEnvironment(
  stack: Stack,
  findings: Findings,
  drill: Pick<Drill, 'name' | 'credits'>,
): Promise<{ environment: DrillEnvironment; leave(): Promise<void> }> {
  const admin = new Api(stack.urls.apiOrigin, stack.credentials.admin_key);
  const post: PostAsAdmin = async (path, id, body) => (await admin.post(pathOfPartner(path, id), body)).body;
  const settings = { name: `Drill ${drill.name}`, credits: drill.credits ?? CREDITS };
  const { id: partnerId, key } = await createPartnerThrough(post, settings);
  const apiKey = key.text;

  const database = openDatabase(stack.urls.databaseUrl ?? '');
  const temporal = createTemporalClient({
    address: stack.urls.temporalAddress ?? '',
    namespace: stack.credentials.temporal_namespace,
    tls: false,
    apiKey: undefined,
  });
  const ai = new Sandbox(stack.urls.sandboxAiUrl ?? '');
  const api = new Api(stack.urls.apiOrigin, apiKey);
  return {
    environment: { stack, api, apiKey, partnerId, query: database.query, ai, temporal, findings },
    async leave() {
      await ai.set(0);
      await temporal.connection.close();
      await database.close();
    },
  };
}
