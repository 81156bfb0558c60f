import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { sseEvent } from '../../api/event-streams/event.ts';
import type { Presenter } from '../../api/resource.ts';
import { type Route, route, stream } from '../../api/route.ts';
import { operation } from '../../domain/kernel/operation.ts';
import { recordId, text } from '../../domain/kernel/schema.ts';

/** What the sample operations did, by name. */
export const ran: string[] = [];

const read = operation({
  name: 'samples.read',
  permission: 'view_content',
  params: z.object({ id: recordId }),
  input: z.object({ tags: z.array(z.enum(['a', 'b'])).optional(), word: z.string().optional() }),
  run: async (_deps, _call, input) => input,
});

const readNamed = operation({
  name: 'samples.read-named',
  permission: 'partner',
  params: z.object({ slug: z.string() }),
  input: z.object({}),
  run: async () => ({ ok: true }),
});

/** Makes a row of its own, so that a repeat is seen as a second row; `fail` throws, before or after the commit. */
const make = operation({
  name: 'samples.make',
  permission: 'manage_content',
  params: z.object({}),
  input: z.object({ name: text(40), fail: z.enum(['before', 'after']).optional(), wait_ms: z.int().default(0) }),
  async run(deps, call, input) {
    ran.push(input.name);
    if (input.fail === 'before') throw new Error('The sample fails, with the secret word xyzzy.');
    await new Promise((resolve) => setTimeout(resolve, input.wait_ms));
    const id = ran.length;
    await deps.transaction(call, async (tx) => tx.made({ type: 'sample', id }));
    if (input.fail === 'after') throw new Error('The answer is lost.');
    return { id, name: input.name, secret: 'shown once' };
  },
  recover: async (_deps, _call, madeId) => ({ id: Number(madeId), name: 'recovered', secret: 'not known any more' }),
});

const makeNamed = operation({
  name: 'samples.make-named',
  permission: 'manage_content',
  params: z.object({ slug: z.string() }),
  input: z.object({}),
  async run() {
    ran.push('named');
    return { ok: true };
  },
});

const administer = operation({
  name: 'samples.administer',
  permission: 'administrator',
  params: z.object({}),
  input: z.object({}),
  run: async () => ({ ok: true }),
});

const remove = operation({
  name: 'samples.delete',
  permission: 'manage_content',
  params: z.object({ id: recordId }),
  input: z.object({}),
  run: async () => undefined,
});

const follow = operation({
  name: 'samples.follow',
  permission: 'view_content',
  params: z.object({}),
  input: z.object({}),
  run: async () => 3,
});

const TICK_MS = 100;

/** The output as it is. */
const anything: Presenter<unknown> = { schema: z.object({}).loose(), present: (output) => output };
const tag = { name: 'Samples', group: 'Samples', description: 'For tests.' };

/** One route of each sort. */
export const sampleRoutes: Route[] = [
  route({ method: 'GET', path: '/samples/{id}', operation: read, body: anything, tag, summary: 'Read a sample' }),
  route({ method: 'GET', path: '/partners/samples/{id}', operation: read, body: anything, tag, summary: 'Read' }),
  route({
    method: 'GET',
    path: '/named/{slug}',
    operation: readNamed,
    body: anything,
    tag,
    summary: 'Read by name',
  }),
  route({ method: 'POST', path: '/named/{slug}', operation: makeNamed, body: anything, tag, summary: 'Make' }),
  route({
    method: 'POST',
    path: '/samples',
    operation: make,
    status: 201,
    body: {
      schema: anything.schema,
      present: (output) => ({ data: { id: output.id, name: output.name }, meta: { secret: output.secret } }),
    },
    headers: (output) => ({ Location: `/api/v1/samples/${output.id}` }),
    secrets: ['meta.secret'],
    tag,
    summary: 'Make a sample',
  }),
  route({ method: 'DELETE', path: '/samples/{id}', operation: remove, tag, summary: 'Delete a sample' }),
  route({
    method: 'GET',
    path: '/3pi-partners',
    operation: administer,
    body: anything,
    tag,
    summary: 'Administer',
  }),
  stream({
    method: 'GET',
    path: '/samples/events',
    operation: follow,
    async *write(count, { call }) {
      for (let n = 1; n <= count; n += 1) yield sseEvent({ event: 'tick', id: String(n), data: { n } });
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
      yield sseEvent({ event: 'end', data: 'stopping' });
    },
    tag,
    summary: 'Follow samples',
  }),
  stream({
    method: 'GET',
    path: '/samples/ticks',
    operation: follow,
    async *write(_count, { call }) {
      while (!call.signal.aborted) {
        yield sseEvent({ event: 'tick', data: '' });
        await delay(TICK_MS);
      }
    },
    tag,
    summary: 'Follow the time',
  }),
];
