import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openConnection, resetLimits } from '../environment/database.ts';
import { routeNamed } from '../environment/routes.ts';
import { answerOf, createSamplePartner, inputFor, makeAllRecords } from '../samples/partner.ts';
import type { SamplePartner } from '../samples/sample.ts';
import { type JsonSchema, jsonSchemaOf, ROUTES } from '../samples/table.ts';

/** Characters; longer texts have columns without a length. */
const MAX_LENGTH = 10_000;

let database: Awaited<ReturnType<typeof openConnection>>;
let partner: SamplePartner;
beforeAll(async () => {
  database = await openConnection();
  partner = await createSamplePartner();
  await makeAllRecords(partner);
}, 300_000);
beforeEach(() => resetLimits(database, partner.id));
afterAll(() => database?.end());

/** Fields of bodies and queries, with the values at the end of what their schemas take. */
const FIELDS = ROUTES.filter((name) => !name.startsWith('DELETE')).flatMap((name) => {
  const { properties = {} } = jsonSchemaOf(routeNamed(name).operation.input);
  return Object.entries(properties).flatMap(([field, schema]) => {
    // An address has no room for the longest texts.
    const values = extremesOf(schema).filter((value) => typeof value === 'number' || !name.startsWith('GET'));
    return values.length > 0 ? [{ name, field, values }] : [];
  });
});

interface Bounded extends JsonSchema {
  minimum?: number;
  maximum?: number;
}

/** The longest text, and the least and greatest number, of a schema or one of its options. */
function extremesOf({ anyOf = [], type, maxLength, minimum, maximum, format, ...others }: Bounded): unknown[] {
  const types = [type].flat();
  const isText = types.includes('string') && !others.enum && others.const === undefined && format === undefined;
  const isNumber = types.includes('integer') || types.includes('number');
  return [
    ...(isText && maxLength !== undefined && maxLength <= MAX_LENGTH ? ['ä'.repeat(maxLength)] : []),
    ...(isNumber ? [minimum ?? -Number.MAX_VALUE, maximum ?? Number.MAX_VALUE] : []),
    ...anyOf.flatMap(extremesOf),
  ];
}

// A column may have less room than the schema of its field, which no other test of a route notices.
test.each(FIELDS)('$name has room for all that its $field may be', async ({ name, field, values }) => {
  for (const value of values) {
    const { status, text } = await answerOf(partner, name, {
      input: { ...(await inputFor(partner, name)), [field]: value },
    });
    expect({ status, text: status < 500 ? '' : text }).toEqual({ status, text: '' });
  }
});
