import { Agent, get } from 'node:http';

const V1 = '/api/v1';

/**
 * The neighbour: asks for the paths in turns, one request after the other over one connection. Each call returns the time from
 * the writing of the request to the first bytes of its answer, milliseconds; what the poller itself makes of the answer is
 * no wait for the service. Throws for an answer other than 200 and 503.
 */
export function poller(origin: string, key: string, paths: readonly string[]): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { Authorization: `Bearer ${key}` };
  let asked = 0;
  return async () => {
    const path = V1 + (paths[asked % paths.length] ?? '');
    asked += 1;
    const askedAt = performance.now();
    for (;;) {
      const { status, answeredAt } = await ask(origin + path, { agent, headers });
      if (status === 200) return answeredAt - askedAt;
      // A refusal for the moment is a wait, too.
      if (status !== 503) throw new Error(`The neighbour's ${path} got ${status}.`);
    }
  };
}

function ask(
  url: string,
  options: { agent: Agent; headers: Record<string, string> },
): Promise<{ status: number | undefined; answeredAt: number }> {
  return new Promise((resolve, reject) => {
    const asking = get(url, options, (answer) => {
      const answeredAt = performance.now();
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode, answeredAt }));
      answer.resume();
    });
    asking.once('error', reject);
  });
}
