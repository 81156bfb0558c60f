import { expect, test } from '@jest/globals';
import { type Schema, toFields } from '../console/src/views/capabilities/form-schema.ts';
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
