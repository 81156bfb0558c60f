import { expect, test } from '@jest/globals';
import { COUNTRY_CODES } from '../console/src/lib/country-codes.ts';
import { type Schema, toFields } from '../console/src/views/capabilities/form-schema.ts';
import { COUNTRIES } from '../domain/billing-identity/countries.ts';
import { settingsSchema } from '../domain/capabilities/request.ts';
import { capabilities } from '../domain/features.ts';
import { WORKFLOW_TEMPLATES } from '../domain/workflow-templates/catalogue/index.ts';

const forms = [
  ...capabilities.all.map((capability) => [capability.slug, settingsSchema(capability)] as const),
  ...WORKFLOW_TEMPLATES.map(({ slug, input }) => [slug, settingsSchema({ settings: input })] as const),
];

test.each(forms)('%s: each of its settings has an input in the console', (_slug, schema) => {
  expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0);
  toFields(schema as Schema);
});

test('the console offers the countries that a billing identity may name', () => {
  expect(COUNTRY_CODES).toEqual(COUNTRIES);
});
