import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type McpProcess, startMcpProcess } from '../mcp/process.ts';
import { testToken } from '../mcp/tokens.ts';
import { type BenchPartner, makePartners } from './api.ts';
import { load } from './load.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { residentMib } from './memory.ts';
import { startProgram } from './program.ts';
import { inTurns, median, ratioOf } from './statistics.ts';

const CONNECTIONS = 16;
const ROUND_SECONDS = 3;
const ROUNDS = 5;
const SESSIONS = 10_000;
const STREAMS = 500;
/** Long enough for a heartbeat on every stream. */
const STREAM_SECONDS = 35;
const KIB_PER_MIB = 1024;

const ACCEPT = 'application/json, text/event-stream';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const callOf = (name: string, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});

/** MCP against the SDK's own example on Express; what sessions and streams take. The token is one of the tests', the rest the product's. */
export const mcp: Measurement = {
  name: 'mcp',
  async run(bench) {
    const [partner] = await makePartners(bench.stack, 1);
    if (!partner) throw new Error('There is no partner.');
    const ours = await startMcpProcess(bench.stack.environment);
    const example = await startProgram('bare/mcp.ts', {});
    try {
      return [...(await speed(bench, ours, partner, example.ready)), ...(await space(bench, ours, partner))];
    } finally {
      await example.stop();
      await ours.stop();
    }
  },
};

interface Target {
  url: string;
  headers: Record<string, string>;
}

async function speed({ report }: Bench, ours: McpProcess, partner: BenchPartner, port: string): Promise<Result[]> {
  const product = await session(`${ours.origin}/api/v1/mcp`, tokenOf(partner));
  const example = await session(`http://127.0.0.1:${port}/mcp`, '');
  const compare = async (name: string, our: object, their: object, aim: string): Promise<Result> => {
    report(`mcp: ${name}`);
    const pairs = await inTurns(
      ROUNDS,
      () => throughput(product, our),
      () => throughput(example, their),
    );
    return {
      name: `MCP ${name}`,
      ours: `${Math.round(median(pairs.ours))}/s`,
      reference: `${Math.round(median(pairs.reference))}/s`,
      ratio: ratioOf(pairs),
      aim,
    };
  };
  return [
    await compare('tools/list, ten tools', LIST, LIST, '>= 1.5'),
    await compare(
      'tools/call of a trivial tool',
      callOf('list_capabilities', { category: 'publishing' }),
      callOf('greet', { name: 'Bench' }),
      '>= 1.5',
    ),
  ];
}

async function throughput({ url, headers }: Target, body: object): Promise<number> {
  const request = { url, headers, body: JSON.stringify(body) };
  const requests = Array.from({ length: CONNECTIONS }, () => request);
  return (await load({ requests, durationSeconds: ROUND_SECONDS })).requestsPerSecond;
}

async function space({ report }: Bench, ours: McpProcess, partner: BenchPartner): Promise<Result[]> {
  const url = `${ours.origin}/api/v1/mcp`;
  report(`mcp: ${SESSIONS} sessions`);
  const before = await residentMib(ours.pid);
  // A subject has at most a hundred.
  for (let lot = 0; lot < SESSIONS / 100; lot += 1) {
    const token = tokenOf(partner, `bench-${lot}`);
    for (let some = 0; some < 100; some += 20) {
      await Promise.all(Array.from({ length: 20 }, () => session(url, token)));
    }
  }
  await delay(5_000);
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
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  });
  await response.text();
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
