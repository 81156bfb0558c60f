import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { environment } from '../../infra/config/environment.ts';
import { loadLocalConfig } from '../../infra/config/local.ts';
import { type Credentials, credentialsSchema } from '../../infra/local/credentials.ts';
import { startStack } from '../../infra/local/stack.ts';
import type { TokenClient } from './mcp.ts';
import type { Shop } from './payments.ts';

/** The service that the demo talks to. */
export interface Target {
  baseUrl: string;
  apiKey: string;
  /** A listing of the sandbox marketplace; undefined with another marketplace. */
  listingId: string | undefined;
  /** Who asks for tokens in an agent's name; undefined when nobody said. */
  tokenClient: TokenClient | undefined;
  /** What the sandbox gateway sells the partner credits with; undefined: nobody said what gateways sign with. */
  shop: Shop | undefined;
  /** Web page of a run of Temporal; undefined when nobody said where its Web UI is. */
  runLink(workflowId: string): string | undefined;
  /** Goes away with stop(). */
  temporary: boolean;
  stop(): Promise<void>;
}

const given = z.object({ BASE_URL: z.url().optional(), API_KEY: z.string().optional() });

/** Latency of the temporary stack's sandbox AI, milliseconds; enough to see steps run. */
const LATENCY_MS = 400;

/** The service of BASE_URL and API_KEY, else the one that runs on DATA_DIR, else a temporary one. */
export async function findTarget(say: (line: string) => void, signal: AbortSignal): Promise<Target> {
  const { BASE_URL: baseUrl, API_KEY: apiKey } = environment(given, process.env);
  const { dataDir, temporalUiUrl, temporalNamespace } = loadLocalConfig();
  if (baseUrl || apiKey) {
    if (!baseUrl || !apiKey) throw new Error('Give both: BASE_URL (it ends in /api/v1) and API_KEY.');
    return running(baseUrl, apiKey, temporalUiUrl, temporalNamespace);
  }
  const file = path.resolve(dataDir, 'credentials.json');
  const known = credentialsSchema.safeParse(parse(await readFile(file, 'utf8').catch(() => ''))).data;
  if (known && (await serves(known.base_url, known.api_key))) {
    return targetOf(known);
  }
  say(`No service runs on ${dataDir}; starting a temporary one …`);
  const stack = await startStack({ sandboxAiLatencyMs: LATENCY_MS, report: say, signal });
  return { ...targetOf(stack.credentials), temporary: true, stop: () => stack.stop() };
}

/** A local service that somebody else stops. */
export function targetOf(credentials: Credentials): Target {
  const { base_url, api_key, temporal_ui, temporal_namespace } = credentials;
  return { ...running(base_url, api_key, temporal_ui, temporal_namespace), ...local(credentials) };
}

function running(baseUrl: string, apiKey: string, ui: string | undefined, namespace: string): Target {
  return {
    baseUrl,
    apiKey,
    listingId: undefined,
    tokenClient: undefined,
    shop: undefined,
    runLink: (workflowId) => ui && `${ui}/namespaces/${namespace}/workflows/${workflowId}`,
    temporary: false,
    stop: async () => undefined,
  };
}

/** What only somebody who has the credentials of a local stack can show. */
function local(credentials: Credentials): Pick<Target, 'shop' | 'listingId' | 'tokenClient'> {
  const { base_url, partner_id: partnerId, gateway_secrets: secrets } = credentials;
  return {
    shop: secrets && { origin: new URL(base_url).origin, secrets, partnerId },
    listingId: credentials.bad_listing_id,
    tokenClient: credentials.oauth,
  };
}

/** Whether the service is up and knows the key. */
async function serves(baseUrl: string, apiKey: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/app/usage-data`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(3_000),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
