import type { IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { checkKey } from '../domain/idempotency/keys.ts';
import { AppError } from '../domain/kernel/errors.ts';
import { invoke, nothing } from '../domain/kernel/invoke.ts';
import { operation } from '../domain/kernel/operation.ts';
import { integer, jsonObject, recordId } from '../domain/kernel/schema.ts';
import { listingIdIn } from '../domain/listings/reference.ts';
import { redirectTarget } from '../domain/oauth/schema.ts';
import { domainIn } from '../domain/seo/schema.ts';
import { parseTarget } from '../infra/http/target.ts';
import { cpuTimeOf } from '../test/environment/cpu-time.ts';
import { HOSTILE_JSON } from '../test/environment/hostile-json.ts';
import { sampleRoutes } from '../test/environment/sample-routes.ts';
import { parseMessage } from './mcp/json-rpc.ts';
import { checkedParams } from './mcp/transport/params.ts';
import { responseFormat } from './mcp/transport/response.ts';
import { parseBody } from './middleware/body.ts';
import { clientAddress } from './middleware/client-address.ts';
import { originCheck } from './middleware/origins.ts';
import { readPath, readQuery } from './read-input.ts';
import { createRouteTable } from './router.ts';

/** Node's limit for a request's head, bytes. */
const HEAD = 16_384;
/** While the head is parsed, no other request is served. */
const MAX_HEAD_MS = 60;

const fill = (part: string) => part.repeat(Math.floor(HEAD / part.length));
const thrownAway = (work: () => unknown) => () => {
  try {
    work();
  } catch {
    // The body of a refused request has to be read, too.
  }
};

const query = z.object({ page: integer(1, 10).default(1), ids: z.array(recordId).max(100).optional() });
const routes = createRouteTable(sampleRoutes);
const address = clientAddress(['10.0.0.0/8', '127.0.0.1']);
const foreign = originCheck({ publicUrl: 'http://localhost', corsOrigins: [], allowedHosts: [] });
const requestWith = (headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress: '127.0.0.1' } }) as unknown as IncomingMessage;

describe('the head of a request', () => {
  const parsers: Record<string, (text: string) => unknown> = {
    'a query': (text) => readQuery(query, text),
    'a query of numbers': (text) => readQuery(query, `ids=${text}`),
    'a path': (text) => routes.find('GET', `/api/v1/samples/${text.slice(0, 2_000)}`),
    'a path parameter': (text) => readPath(z.object({ id: recordId }), { id: text }),
    'X-Forwarded-For': (text) => address(requestWith({ 'x-forwarded-for': text })),
    Accept: (text) => responseFormat(text, 'tools/call'),
    'Host and Origin': (text) => foreign(requestWith({ host: text, origin: text })),
    'Idempotency-Key': (text) => checkKey(text),
    'a redirect URI': (text) => redirectTarget(`https://${text}`),
    'the URL of a webhook': (text) => parseTarget(`https://${text}`, true),
    'the URL of a listing': (text) => listingIdIn(text, 'marketplace.example'),
    'a domain': (text) => domainIn(text),
  };
  const texts = [
    'a',
    '1,',
    'a=1&',
    'ids=1&',
    'ids[]=,,,&',
    '%',
    '%25',
    '%00&',
    '__proto__=1&',
    '/',
    ' ',
    'a/b;q=0.1,',
    '10.0.0.1, ',
    '::,',
    'a.',
  ];
  const cases = Object.keys(parsers).flatMap((parser) => texts.map((text): [string, string] => [parser, text]));

  test.each(cases)('%s made of %j is read at once', async (name, text) => {
    const parse = parsers[name] as (text: string) => unknown;
    const long = fill(text);
    expect(
      await cpuTimeOf(
        thrownAway(() => parse(long)),
        MAX_HEAD_MS,
      ),
    ).toBeLessThanOrEqual(MAX_HEAD_MS);
  });
});

const free = operation({
  name: 'samples.take',
  permission: 'partner',
  params: nothing,
  input: z.object({ settings: jsonObject().prefault({}) }),
  run: async () => 'taken',
});
const actor = { kind: 'system', name: 'test' } as const;
const call = { actor, requestId: 'test', signal: new AbortController().signal };

describe.each(Object.entries(HOSTILE_JSON))('a body of 1 MiB of %s', (_name, text) => {
  const bytes = Buffer.from(text);
  let maxMs: number;
  beforeAll(async () => {
    // Twice the time of parsing for input with nothing to find, and some more for input with problems.
    maxMs = Math.max(400, 6 * (await cpuTimeOf(() => JSON.parse(bytes.toString('utf8')))));
  });

  test('is refused by the REST API in a few times what its parsing takes, and in few words', async () => {
    let refusal: unknown;
    const take = async () => {
      try {
        const { value: input, problems } = await parseBody(bytes);
        await invoke({} as never, call, free, { input, problems });
      } catch (error) {
        refusal = error;
      }
    };
    expect(await cpuTimeOf(take, maxMs)).toBeLessThanOrEqual(maxMs);
    if (refusal !== undefined) expect((refusal as AppError).code).toBe('VALIDATION_ERROR');
    expect(JSON.stringify(refusal instanceof AppError ? refusal.details : {}).length).toBeLessThan(10_000);
  });

  test.each(['tools/call', 'prompts/get', 'completion/complete'])(
    'is refused as parameters of %s, too',
    async (method) => {
      const message = Buffer.from(
        `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"name":"x","arguments":${text}}}`,
      );
      const read = () => {
        const incoming = parseMessage(message);
        if (incoming.kind === 'request') checkedParams(incoming.message);
      };
      expect(await cpuTimeOf(thrownAway(read), maxMs)).toBeLessThanOrEqual(maxMs);
      let refusal: unknown;
      try {
        read();
      } catch (error) {
        refusal = error;
      }
      if (refusal instanceof Error) expect(refusal.message.length).toBeLessThan(10_000);
    },
  );
});
