import { describe, expect, test } from '@jest/globals';
import { routesOf } from '../api/area.ts';
import { AREAS } from '../api/areas.ts';
import { MAX_TAGS_LENGTH } from '../api/not-modified.ts';
import { toJsonSchema } from '../api/openapi/schemas.ts';
import { addressesOf } from '../api/record-address.ts';
import { preconditionOf, recordTagsOf } from '../api/record-tags.ts';
import type { JsonRoute, Route } from '../api/route.ts';

const routes = routesOf(AREAS);
const json = routes.filter((route) => route.kind === 'json');
const records = recordTagsOf(routes);
const addresses = addressesOf(routes);

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const named = (chosen: readonly JsonRoute[]) => chosen.map((route) => ({ name: nameOf(route), route }));

/** Routes that change something at the address of a record without a tag, and why. */
const UNTAGGED: Readonly<Record<string, string>> = {
  'DELETE /app/consents/{id}': 'A consent is only ended.',
  'DELETE /app/me/sessions': 'All other sessions, which are no record.',
  'DELETE /app/me/sessions/{id}': 'A session is only ended.',
  'DELETE /content-workflow/content-items/{id}/favorite': 'A mark is only taken back.',
  'DELETE /content-workflow/content-items/{id}/approve': 'An approval is only taken back.',
  'DELETE /3pi-partners/{partner_id}/oauth-clients/{client_id}': 'A client is only removed.',
};

/** Numbers that tags cover although no PATCH takes them. */
const COVERED_NUMBERS: Readonly<Record<string, string>> = {
  'agent config_version': 'Follows from what is edited.',
  'agent version': 'Follows from what is edited.',
  'content_item version': 'Follows from what is edited.',
  'content_comment content_item_id': 'Never changes.',
  'content_comment parent_id': 'Never changes.',
  'content_image content_item_id': 'Never changes.',
  'content_image width': 'Never changes.',
  'content_image height': 'Never changes.',
  'content_image bytes': 'Never changes.',
  'content_item execution_id': 'Never changes.',
  'content_item step': 'Never changes.',
  'gtm_event execution_id': 'Never changes.',
  'gtm_event series_id': 'Changes only when its series is deleted.',
  'knowledge_document knowledge_base_id': 'Never changes.',
  'knowledge_document bytes': 'The size of the document, which changes when it is replaced.',
  'evaluation knowledge_base_id': 'Never changes.',
  'evaluation question_count': 'Follows from what is edited.',
  'knowledge_document version': 'Follows from what it is replaced by.',
  'knowledge_document duplicate_of': 'Changes with another document of the same content, which is seldom.',
  'writer_template version': 'Follows from what is edited.',
  'workflow_template version': 'Follows from what is edited.',
  'workflow_template estimated_credits': 'Follows from what is edited.',
  'billing_identity payment_terms_days': 'Terms that an administrator edits.',
};

const singles = json.filter(
  ({ method, path, startsWork }) =>
    method === 'GET' &&
    !startsWork &&
    (path.endsWith('}') || json.some((other) => other.method === 'PATCH' && other.path === path)),
);

test.each(named(singles))('$name answers with an entity tag', ({ route }) => {
  expect(records.get(route)?.isShown).toBe(true);
});

describe.each(named(json.filter(({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method))))(
  '$name',
  ({ name, route }) => {
    if (name in UNTAGGED) {
      test('has no tag', () => expect(records.has(route)).toBe(false));
      return;
    }

    test('changes a record with an entity tag', () => expect(records.has(route)).toBe(true));

    test('has a lock under which If-Match is checked', () => {
      const { audited, lock, asksPrecondition } = route.operation;
      expect(audited ? lock !== undefined : asksPrecondition).toBe(true);
    });
  },
);

test.each(named(json.filter(({ method }) => method === 'PATCH')))(
  'the tag of $name covers what it takes, and no number that grows with use',
  ({ route }) => {
    const covered = records.get(route)?.covered ?? [];
    const answer = toJsonSchema(route.response as NonNullable<typeof route.response>, 'output');
    const taken = Object.keys(toJsonSchema(route.operation.input, 'input').properties ?? {});
    const { type, fields } = shownBy(answer);
    const unnoticed = taken.filter((field) => field in fields && !covered.includes(field));
    expect(unnoticed).toEqual([]);
    const numbers = covered.filter((field) => field !== 'id' && !taken.includes(field) && isNumber(fields[field]));
    expect(numbers.filter((field) => COVERED_NUMBERS[`${type} ${field}`] === undefined)).toEqual([]);
  },
);

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

function shownBy(answer: unknown): { type: string; fields: Record<string, Schema> } {
  const { $defs = {}, properties } = answer as Schema;
  const whole = (schema: Schema | undefined): Schema =>
    schema?.$ref ? ($defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : (schema ?? {});
  const data = whole(properties?.['data']).properties ?? {};
  const fields = data['attributes'] ? (whole(data['attributes']).properties ?? {}) : data;
  return { type: String(data['type']?.const), fields };
}

function isNumber(schema: Schema | undefined): boolean {
  const types = [schema, ...(schema?.anyOf ?? [])].flatMap((form) => form?.type ?? []);
  return types.includes('integer') || types.includes('number');
}

/** Routes that make something (201) which no route reads by itself. */
const UNREAD: Readonly<Record<string, string>> = {
  'POST /app/me/totp': 'The secret of an app, shown once.',
  'POST /app/me/passkeys': 'Passkeys are read with the other factors.',
  'POST /app/saved-filters': 'Saved filters are read as a list.',
  'POST /app/billing-portal': 'A link to a page of the gateway.',
  'POST /3pi-partners/{partner_id}/credits': 'Entries of the ledger are read as a list.',
  'POST /3pi-partners/{partner_id}/invoices/{invoiceNumber}/credit-notes':
    'The partner reads it, not an administrator.',
  'POST /3pi-partners/{partner_id}/keys': 'Keys are read as a list.',
  'POST /3pi-partners/{partner_id}/keys/{key_id}/rotate': 'Keys are read as a list.',
  'POST /3pi-partners/{partner_id}/users': 'Users are read as a list.',
  'POST /3pi-partners/{partner_id}/invitations': 'People are read as a list.',
  'POST /3pi-partners/{partner_id}/oauth-clients': 'Clients are read as a list.',
  'POST /3pi-partners/{partner_id}/orders': 'Orders are read as a list.',
  'POST /3pi-partners/{partner_id}/usage-records': 'Records of use are read as a list.',
};

test.each(named(json.filter(({ successStatus }) => successStatus === 201)))(
  '$name says where the new record is read',
  ({ name, route }) => {
    expect(addresses.has(route) || route.locates === true).toBe(!(name in UNREAD));
  },
);

describe('If-Match', () => {
  const context = {} as Parameters<typeof preconditionOf>[2]['context'];
  const record = { covered: [], isShown: true, tagOf: async () => '"now"', currentTag: async () => '"now"' };
  const outcome = async (header: string, of: typeof record | null = record) => {
    const check = preconditionOf(header, of ?? undefined, { deps: {} as never, params: {}, context });
    return check === undefined
      ? 'met'
      : check({} as never).then(
          () => 'met',
          (error: { code: string }) => error.code,
        );
  };

  test.each([
    ['"now"', 'met'],
    ['"then", "now"', 'met'],
    [' * ', 'met'],
    ['"then"', 'PRECONDITION_FAILED'],
    ['W/"now"', 'PRECONDITION_FAILED'],
    ['now', 'PRECONDITION_FAILED'],
    ['', 'PRECONDITION_FAILED'],
    ['*, "then"', 'PRECONDITION_FAILED'],
  ])('%j is %s', async (header, expected) => expect(await outcome(header)).toBe(expected));

  test('of a list that is too long is met by no record', async () => {
    const list = (length: number) => '"now"'.padStart(length);
    expect(await outcome(list(MAX_TAGS_LENGTH))).toBe('met');
    expect(await outcome(list(MAX_TAGS_LENGTH + 1))).toBe('PRECONDITION_FAILED');
  });

  test('of a record without a tag is met by nothing but *', async () => {
    expect([await outcome('*', null), await outcome('"now"', null)]).toEqual(['met', 'PRECONDITION_FAILED']);
  });
});
