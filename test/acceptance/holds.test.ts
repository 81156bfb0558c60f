import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import { executionResource } from '../../api/executions/resource.ts';
import { one } from '../../api/resource.ts';
import { requiredSettings } from '../../domain/capabilities/request.ts';
import { capabilities } from '../../domain/features.ts';
import { capabilityNamed } from '../environment/capabilities.ts';
import { settingsFor } from '../environment/capability-settings.ts';
import { openConnection, resetLimits } from '../environment/database.ts';
import { ended } from '../environment/executions.ts';
import { HOSTILE_PIECES } from '../environment/hostile-pieces.ts';
import { read } from '../environment/http.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { routeNamed } from '../environment/routes.ts';
import { runningStack } from '../environment/running-stack.ts';
import { allFilled, filledBodies } from '../holds/bodies.ts';
import { fieldsOf } from '../holds/fields.ts';
import { findHolds, MAX_HOLD_MS } from '../holds/find-holds.ts';
import { callRoute, createSamplePartner, inputFor } from '../samples/partner.ts';
import { jsonSchemaOf, ROUTES } from '../samples/table.ts';

/** `npm run fuzz -- holds` fills the fields of all routes and capabilities, or of those whose name has this in it. */
const PART = process.env['HOLDS'];
/** Without it, a route, a capability and few pieces show that all of it still works. */
const SAMPLE = { names: ['POST /content-workflow/brand-voices', 'blog_post'], pieces: ['1.', '[a](b)'] };
const PIECES = PART === undefined ? SAMPLE.pieces : HOSTILE_PIECES;
/** Beside other tests the cores are busy. */
const MOST_MS = PART === undefined ? 50 * MAX_HOLD_MS : MAX_HOLD_MS;

const EXECUTE = 'POST /content-workflow/capabilities/{slug}/execute';
const accepted = one(executionResource).schema;

/** The sandbox AI repeats what it is given. Where no answer can be made of that, a 500 says so as it must (docs/errors.md). */
const NO_ANSWER = /does not fit into an answer of the AI provider|The AI gave no usable answer/;

jest.setTimeout(30 * 60_000);

let database: pg.Client;
let executing: Partner;
beforeAll(async () => {
  database = await openConnection();
  executing = await createPartner({ credits: 1_000_000 });
});
afterAll(() => database?.end());

const chosen = <Name extends string>(names: readonly Name[]) =>
  names.filter((name) => (PART === undefined ? SAMPLE.names.includes(name) : name.includes(PART)));
const metricsOf = (process: 'api' | 'worker') => runningStack().metrics?.[process] ?? '';

const ROUTES_TO_FILL = chosen(ROUTES.filter((name) => !name.startsWith('GET'))).filter(
  (name) => fieldsOf(jsonSchemaOf(routeNamed(name).operation.input)).length > 0,
);

describe('the API', () => {
  for (const name of ROUTES_TO_FILL) {
    test(`${name} does not hold it by its fields`, async () => {
      const partner = await createSamplePartner();
      const input = await inputFor(partner, name);
      const findings: string[] = [];
      for (const piece of PIECES) {
        await resetLimits(database, partner.id);
        const requests = Array.from(filledBodies(routeNamed(name).operation.input, input, piece), ({ field, body }) => {
          const send = async () => {
            const { status, text } = await callRoute(partner, name, { input: body });
            return NO_ANSWER.test(text) ? 200 : status;
          };
          return [`${field} of ${JSON.stringify(piece)}`, send] as const;
        });
        findings.push(...(await findHolds(metricsOf('api'), new Map(requests), MOST_MS)));
      }
      expect(findings).toEqual([]);
    });
  }
});

describe('the worker', () => {
  for (const slug of chosen(capabilities.all.map((capability) => capability.slug))) {
    test(`${slug} ends and does not hold it`, async () => {
      const capability = capabilityNamed(slug);
      const settings = await settingsFor(executing, slug, requiredSettings(capability));
      await resetLimits(database, executing.id);
      const requests = PIECES.map((piece) => {
        const body = { settings: allFilled(capability.settings, settings, piece) };
        const execute = async () => {
          const reply = await executing.request(EXECUTE, { params: { slug }, body });
          if (reply.status === 201) await ended(executing, read(reply, accepted).data.id);
          return reply.status;
        };
        return [JSON.stringify(piece), execute] as const;
      });
      expect(await findHolds(metricsOf('worker'), new Map(requests), MOST_MS)).toEqual([]);
    });
  }
});
