import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { send, sendOk } from '../../test/environment/client.ts';
import { type McpProcess, startMcpProcess } from '../../test/mcp/process.ts';
import { testToken } from '../../test/mcp/tokens.ts';
import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import { load } from './load.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { residentMib } from './memory.ts';
import { startProgram } from './program.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';

const CONNECTIONS = 16;
/** Short enough for the limits of so many partners, which a fast machine reached in half a second more. */
const ROUND_SECONDS = 1;
const ROUNDS = 4;
const SESSIONS = 10_000;
const STREAMS = 500;
/** Long enough for a heartbeat on every stream. */
const STREAM_SECONDS = 35;
const REST_MS = 10_000;
const KIB_PER_MIB = 1024;

const ACCEPT = 'application/json, text/event-stream';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const callOf = (name: string, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});

/**
 * MCP against the SDK's own example on Express, with tokens of the product's own authorization server; what sessions and streams take,
 * in a separate process that accepts the tokens of tests.
 */
export const mcp: Measurement = {
  name: 'mcp',
  async run(bench) {
    const partners = await makePartners(bench.stack, CONNECTIONS);
    const [partner] = partners;
    if (!partner) throw new Error('There is no partner.');
    return [...(await speed(bench, partners)), ...(await space(bench, partner))];
  },
};

interface Target {
  url: string;
  headers: Record<string, string>;
}

async function speed({ stack, database, report }: Bench, partners: BenchPartner[]): Promise<Result[]> {
  const example = await startProgram('bare/mcp.ts', {});
  try {
    const product = await Promise.all(
      partners.map(async (partner) => session(`${stack.urls.apiOrigin}/api/v1/mcp`, await ownToken(stack, partner))),
    );
    const reference = await Promise.all(partners.map(() => session(`http://127.0.0.1:${example.ready}/mcp`, '')));
    const compare = async (name: string, our: object, their: object, aim: string): Promise<Result> => {
      report(`mcp: ${name}`);
      const pairs = await fairShare(
        ROUNDS,
        async () => {
          await resetLimits(database);
          return throughput(product, our);
        },
        () => throughput(reference, their),
      );
      return {
        name: `MCP ${name}`,
        ours: `${Math.round(median(pairs.ours))}/s`,
        reference: `${Math.round(median(pairs.reference))}/s`,
        ...comparisonOf(pairs),
        aim,
      };
    };
    const trivial = callOf('list_capabilities', { category: 'publishing' });
    return [
      await compare('tools/list, ten tools', LIST, LIST, '>= 1.0'),
      await compare('tools/call of a trivial tool', trivial, callOf('greet', { name: 'Bench' }), '>= 1.0'),
    ];
  } finally {
    await example.stop();
  }
}

/** A token of a client that acts for the partner. */
async function ownToken(stack: Bench['stack'], partner: BenchPartner): Promise<string> {
  const admin = { authorization: `Bearer ${stack.credentials.admin_key}` };
  const made = await call<{ data: { attributes: { client_id: string } }; client_secret: string }>(
    stack,
    'POST',
    `/3pi-partners/${partner.id}/oauth-clients`,
    admin,
    { name: 'Bench', role: 'owner', redirect_uris: ['https://bench.example/callback'] },
  );
  const basic = Buffer.from(`${made.data.attributes.client_id}:${made.client_secret}`).toString('base64');
  const form = { grant_type: 'client_credentials', scope: 'mcp:full', resource: `${stack.credentials.base_url}/mcp` };
  const answer = await sendOk<{ access_token?: string }>(`${stack.urls.apiOrigin}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams(form),
  });
  if (!answer.access_token) throw new Error(`No token was given: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

async function throughput(targets: Target[], body: object): Promise<number> {
  const requests = targets.map(({ url, headers }) => ({ url, headers, body: JSON.stringify(body) }));
  return (await load({ requests, durationSeconds: ROUND_SECONDS })).requestsPerSecond;
}

async function space({ stack, report }: Bench, partner: BenchPartner): Promise<Result[]> {
  const ours = await startMcpProcess(stack.environment, { maxStreamsPerPartner: STREAMS });
  try {
    report(`mcp: ${SESSIONS} sessions, twice: the first lot warms the process up`);
    await openSessions(ours, partner, 'warm');
    const before = await residentMib(ours.pid);
    await openSessions(ours, partner, 'measured');
    const perSession = ((await residentMib(ours.pid)) - before) * (KIB_PER_MIB / SESSIONS);
    return [
      {
        name: `MCP memory a session, ${SESSIONS} idle`,
        ours: `${perSession.toFixed(2)} KiB`,
        reference: '1 KiB',
        ratio: perSession,
        aim: '<= 1',
      },
      ...(await streams(report, ours, partner)),
    ];
  } finally {
    await ours.stop();
  }
}

/** Opens sessions and lets the process rest; a subject has at most a hundred. */
async function openSessions(ours: McpProcess, partner: BenchPartner, name: string): Promise<void> {
  for (let lot = 0; lot < SESSIONS / 100; lot += 1) {
    const token = tokenOf(partner, `${name}-${lot}`);
    for (let some = 0; some < 100; some += 20) {
      await Promise.all(Array.from({ length: 20 }, () => session(`${ours.origin}/api/v1/mcp`, token)));
    }
  }
  await delay(REST_MS);
}

async function streams(report: Bench['report'], ours: McpProcess, partner: BenchPartner): Promise<Result[]> {
  report(`mcp: ${STREAMS} streams`);
  const leaving = new AbortController();
  const before = { mib: await residentMib(ours.pid), cpu: await cpuSeconds(ours.pid) };
  for (let index = 0; index < STREAMS; index += 1) {
    const { url, headers } = await session(`${ours.origin}/api/v1/mcp`, tokenOf(partner, `stream-${index % 10}`));
    const response = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' }, signal: leaving.signal });
    if (response.status !== 200) throw new Error(`A stream was answered with ${response.status}.`);
    void drain(response);
  }
  const opened = await cpuSeconds(ours.pid);
  await delay(STREAM_SECONDS * 1000);
  const mib = (await residentMib(ours.pid)) - before.mib;
  const share = ((await cpuSeconds(ours.pid)) - opened) / STREAM_SECONDS;
  leaving.abort();
  return [
    {
      name: `MCP memory of ${STREAMS} open streams`,
      ours: `${mib.toFixed(0)} MB`,
      reference: `${before.mib.toFixed(0)} MB`,
      ratio: mib / before.mib,
      aim: 'reported',
    },
    {
      name: `MCP CPU of ${STREAMS} open streams`,
      ours: `${(share * 100).toFixed(1)} %`,
      reference: '1 core',
      ratio: share,
      aim: 'reported',
    },
  ];
}

async function drain(response: Response): Promise<void> {
  try {
    for await (const _chunk of response.body ?? []) {
      // Nothing is made of it.
    }
  } catch {
    // The measurement is over.
  }
}

function tokenOf(partner: BenchPartner, subject = 'bench'): string {
  return testToken({ partnerId: partner.id, subject, perMinute: 100_000_000 });
}

async function session(url: string, token: string): Promise<Target> {
  const headers = { authorization: `Bearer ${token}`, accept: ACCEPT };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  const body = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
  const response = await send(url, { method: 'POST', headers, body });
  const id = response.headers.get('mcp-session-id');
  if (id === null) throw new Error(`initialize was answered with ${response.status}.`);
  return { url, headers: { ...headers, 'mcp-session-id': id, accept: ACCEPT } };
}

/** User and system time of a process, seconds (Linux, proc(5): fields 14 and 15 in ticks of 10 ms). */
async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
