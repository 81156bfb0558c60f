import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { Section } from '../../../components/page.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { fieldError } from '../../../lib/form-props.ts';
import { moved } from '../../../lib/moved.ts';
import { MAX_FIELDS, NEW_FIELD, type OwnField, withLabel, withType } from './model.ts';
import { translations } from './translations.ts';

/** The fields of a template as rows, which are added, changed, moved by a place and removed. */
export function FieldRows({
  fields,
  error,
  onChange,
}: {
  fields: readonly OwnField[];
  error: unknown;
  onChange: (fields: OwnField[]) => void;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<{ row: number }>();
  // The button of a row goes with the row, or stands in another one: whoever works by keyboard goes on from its first input.
  useEffect(() => {
    if (focused) list.current?.querySelectorAll<HTMLElement>('fieldset')[focused.row]?.querySelector('input')?.focus();
  }, [focused]);
  const change = (next: OwnField[], row?: number) => {
    onChange(next);
    if (row !== undefined) setFocused({ row });
  };
  return (
    <Section title={t.fields}>
      <Stack gap="sm" ref={list}>
        {fields.map((field, index) => (
          <FieldRow
            // biome-ignore lint/suspicious/noArrayIndexKey: fields have no identity but their place
            key={index}
            field={field}
            index={index}
            error={error}
            isLast={index === fields.length - 1}
            onChange={(changed) => change(fields.map((other, at) => (at === index ? changed : other)))}
            onMove={(by) => change(moved(fields, index, by), index + by)}
            onRemove={
              fields.length > 1
                ? () => change(fields.toSpliced(index, 1), Math.min(index, fields.length - 2))
                : undefined
            }
          />
        ))}
        <FieldsProblem error={error} />
        <Group>
          <Button
            size="xs"
            variant="default"
            disabled={fields.length >= MAX_FIELDS}
            onClick={() => change([...fields, NEW_FIELD], fields.length)}
          >
            {t.addField}
          </Button>
          {fields.length >= MAX_FIELDS && <Text size="sm">{t.tooManyFields(format.number(MAX_FIELDS))}</Text>}
        </Group>
      </Stack>
    </Section>
  );
}

/** What the API says of all fields together. */
function FieldsProblem({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || !error.details['fields']) return null;
  fieldError(error, 'fields');
  return (
    <Text size="sm" c="red">
      {error.details['fields'].join(' ')}
    </Text>
  );
}

function FieldRow({
  field,
  index,
  error,
  isLast,
  onChange,
  onMove,
  onRemove,
}: {
  field: OwnField;
  index: number;
  error: unknown;
  isLast: boolean;
  onChange: (field: OwnField) => void;
  onMove: (by: -1 | 1) => void;
  /** Undefined for the only field. */
  onRemove: (() => void) | undefined;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const title = field.label || t.field(format.number(index + 1));
  const problem = (part: keyof OwnField) => fieldError(error, `fields.${index}.${part}`);
  const button = { size: 'xs', variant: 'default' } as const;
  return (
    <Fieldset legend={t.field(format.number(index + 1))}>
      <Stack gap="sm">
        <TextInput
          label={t.label}
          withAsterisk
          aria-required
          maxLength={200}
          value={field.label}
          error={problem('label')}
          onChange={({ currentTarget: { value } }) => onChange(withLabel(field, value))}
        />
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={t.fieldName}
            withAsterisk
            aria-required
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={field.name}
            error={problem('name')}
            onChange={({ currentTarget: { value } }) => onChange({ ...field, name: value })}
          />
          <NativeSelect
            label={t.type}
            value={field.type}
            data={[
              { value: 'text', label: t.line },
              { value: 'textarea', label: t.lines },
            ]}
            error={problem('type')}
            onChange={({ currentTarget: { value } }) =>
              onChange(withType(field, value === 'textarea' ? 'textarea' : 'text'))
            }
          />
          <NumberInput
            label={t.max}
            min={1}
            max={20_000}
            allowDecimal={false}
            value={field.max}
            error={problem('max')}
            onChange={(value) => onChange({ ...field, max: Number(value) })}
          />
        </SimpleGrid>
        <Checkbox
          label={t.required}
          checked={field.required}
          onChange={({ currentTarget: { checked } }) => onChange({ ...field, required: checked })}
        />
        <Group gap="xs">
          <Button {...button} aria-label={t.upOne(title)} disabled={index === 0} onClick={() => onMove(-1)}>
            {t.up}
          </Button>
          <Button {...button} aria-label={t.downOne(title)} disabled={isLast} onClick={() => onMove(1)}>
            {t.down}
          </Button>
          {onRemove && (
            <Button {...button} aria-label={t.removeOne(title)} onClick={onRemove}>
              {t.removeField}
            </Button>
          )}
        </Group>
      </Stack>
    </Fieldset>
  );
}
