import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { request } from '../environment/http.ts';
import { createUser } from '../environment/oauth.ts';
import type { AreaSamples, SamplePartner } from './sample.ts';

const made = z.object({ data: z.object({ id: z.int() }) });

function invitation() {
  return { email: `invited-${randomBytes(6).toString('hex')}@example.com`, name: 'Sample', role: 'viewer' };
}

async function invite({ console: key }: SamplePartner): Promise<number> {
  return made.parse((await request('POST /app/users', { key, body: invitation() })).body).data.id;
}

export const samples: AreaSamples = {
  records: {
    '/3pi-partners/{partner_id}/users/{user_id}': {
      make: async ({ id }) => (await createUser(id)).id,
      foreign: 'NOT_FOUND',
    },
    '/app/users/{id}': { make: (partner) => invite(partner) },
  },
  inputs: {
    'POST /3pi-partners/{partner_id}/invitations': { input: async () => invitation() },
    'PATCH /3pi-partners/{partner_id}/users/{user_id}': { input: { name: 'Sample' } },
    'POST /app/users': { input: async () => invitation() },
    'PATCH /app/users/{id}': { input: { name: 'Sample' } },
  },
};
