import { Checkbox, Fieldset, Group, MultiSelect, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { GetCaseStudySchemaResponse } from '../../api/generated/client/types.gen.ts';
import { useTexts } from '../../i18n/texts.ts';
import { fieldError } from '../../lib/field-error.ts';
import { Counted } from './counted.tsx';
import { texts } from './texts.ts';
import { MAX_LENGTHS, type Story, SUGGESTED, type SuggestedField } from './words.ts';

const REQUIRED: readonly (keyof Story)[] = ['problem_statement', 'proposed_solution', 'outcomes'];

/** What people tell of a project. */
export function StoryForm({
  story,
  form,
  error,
  readOnly = false,
  withAnnouncement,
  onChange,
  below,
}: {
  story: Story;
  /** The API's own description of the form. */
  form: GetCaseStudySchemaResponse;
  /** What the API has said of the last try. */
  error: unknown;
  readOnly?: boolean;
  /** With title and short description, which a new case study cannot have. */
  withAnnouncement: boolean;
  onChange: (changes: Partial<Story>) => void;
  /** What stands below a text that the AI can suggest. */
  below?: (field: SuggestedField, label: string) => ReactNode;
}) {
  const say = useTexts(texts);
  const limits = limitsOf(form);
  const common = (field: keyof Story) => ({ label: say[field], readOnly, error: fieldError(error, field) });
  const required = { withAsterisk: true, 'aria-required': true };
  return (
    <Stack>
      {withAnnouncement && (
        <Fieldset legend={say.announced}>
          <Stack gap="sm">
            {(['case_study_title', 'short_description'] as const).map((field) => (
              <Counted
                key={field}
                {...common(field)}
                value={story[field] ?? ''}
                max={MAX_LENGTHS[field]}
                isLong={field === 'short_description'}
                onChange={(value) => onChange({ [field]: value || null })}
              />
            ))}
          </Stack>
        </Fieldset>
      )}
      <Fieldset legend={say.told}>
        <Stack gap="sm">
          <Counted
            {...common('company_name')}
            value={story.company_name}
            max={limits['company_name']}
            required
            onChange={(company_name) => onChange({ company_name })}
          />
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <NativeSelect
              {...common('country')}
              {...required}
              disabled={readOnly}
              value={story.country}
              data={[{ value: '', label: say.choose }, ...form.meta.countries]}
              onChange={({ currentTarget }) => onChange({ country: currentTarget.value })}
            />
            {(['start_date', 'end_date'] as const).map((field) => (
              <TextInput
                key={field}
                type="date"
                {...common(field)}
                {...required}
                value={story[field]}
                onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
              />
            ))}
          </SimpleGrid>
          {SUGGESTED.map((field) => (
            <Stack key={field} gap="xs">
              <Counted
                {...common(field)}
                value={story[field] ?? ''}
                max={limits[field]}
                required={REQUIRED.includes(field)}
                isLong
                onChange={(value) => onChange({ [field]: REQUIRED.includes(field) ? value : value || null })}
              />
              {below?.(field, say[field])}
            </Stack>
          ))}
        </Stack>
      </Fieldset>
      <Fieldset legend={say.details}>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {(['industry_verticals', 'use_cases'] as const).map((field) => (
              <MultiSelect
                key={field}
                {...common(field)}
                searchable
                hidePickedOptions
                data={form.meta[field]}
                value={story[field]}
                onChange={(value) => onChange({ [field]: value })}
              />
            ))}
          </SimpleGrid>
          {(['cloud_services_used', 'isv_tools'] as const).map((field) => (
            <Counted
              key={field}
              {...common(field)}
              value={story[field] ?? ''}
              max={limits[field]}
              onChange={(value) => onChange({ [field]: value || null })}
            />
          ))}
          <Group>
            <Checkbox
              label={say.is_public}
              checked={story.is_public}
              disabled={readOnly}
              onChange={({ currentTarget }) => onChange({ is_public: currentTarget.checked })}
            />
          </Group>
        </Stack>
      </Fieldset>
    </Stack>
  );
}

/** Longest text of each field, as the JSON Schema of the form has it: at the field itself, or in one of its alternatives. */
function limitsOf({ data }: GetCaseStudySchemaResponse): Record<string, number | undefined> {
  interface Field {
    maxLength?: number;
    anyOf?: Field[];
  }
  const limitOf = ({ maxLength, anyOf = [] }: Field): number | undefined =>
    maxLength ?? anyOf.map(limitOf).find(Boolean);
  const properties = (data.attributes['properties'] ?? {}) as Record<string, Field>;
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, limitOf(field)]));
}
