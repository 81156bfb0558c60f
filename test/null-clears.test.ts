import { expect, test } from '@jest/globals';
import { routesOf } from '../api/area.ts';
import { AREAS } from '../api/areas.ts';
import { toJsonSchema } from '../api/openapi/schemas.ts';
import { detailsOf } from '../domain/kernel/invoke.ts';

/** Fields that a new record may leave out, and that null does not clear all the same. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'PATCH /content-workflow/agents/{id} is_active': 'a switch',
  'PATCH /partners/webhooks/{id} active': 'a switch',
  'PATCH /content-workflow/workflow-triggers/{id} active': 'a switch',
  'PATCH /content-workflow/agents/{id} settings': 'merged: null of a key takes it away',
  'PATCH /content-workflow/agents/{id} capability_models': 'merged: null of a key takes it away',
  'PATCH /app/keys/{id} rate_limit_per_minute': 'every key has one',
  'PATCH /3pi-partners/{partner_id} plan': 'every partner has one',
};

const routes = routesOf(AREAS);
const changes = routes.filter(({ method }) => method === 'PATCH');

test.each(changes.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
  'null of a field of $name clears it where a new record may leave it out, else it is refused by name',
  ({ name, route }) => {
    const collection = route.path.replace(/\/\{\w+\}$/, '');
    const creation = routes.find(({ method, path }) => method === 'POST' && path === collection);
    const created = creation && toJsonSchema(creation.operation.input, 'input');
    const changed = toJsonSchema(route.operation.input, 'input');
    for (const field of Object.keys(changed.properties ?? {})) {
      const { error } = route.operation.input.safeParse({ [field]: null }, { reportInput: true });
      const refused = Object.entries(error ? detailsOf(error) : {}).filter(([at]) => at === field);
      const isRequired = [created, changed].some((schema) => schema?.required?.includes(field));
      const isOptional = created?.properties?.[field] !== undefined && !isRequired;
      if (isOptional && EXCEPTIONS[`${name} ${field}`] === undefined)
        expect({ field, refused }).toEqual({ field, refused: [] });
      for (const [, [message]] of refused)
        expect({ field, message }).toEqual({ field, message: expect.stringMatching(/^Must be /) });
    }
  },
);
