import { Checkbox, NativeSelect, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { EntryForm } from '../../../components/entry-form.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { pickLabels } from '../../../lib/labels.ts';
import { type InputField, isName, KINDS, type Kind, kindOf, MAX_VALUES, withKind } from './model.ts';
import { type PartProblems, problemAt } from './problems.ts';
import { translations } from './translations.ts';

const NEW_FIELD: InputField = { name: '', type: 'string', required: false, description: '' };
/** Limits of a field that are whole numbers, by its kind. */
const WHOLE_LIMITS: Partial<Record<Kind, readonly ('max_length' | 'max_entries')[]>> = {
  text: ['max_length'],
  strings: ['max_length', 'max_entries'],
};

/** The form of one field of a template's input. */
export function FieldForm({
  initial = NEW_FIELD,
  others,
  problems: found,
  onSubmit,
}: {
  initial: InputField | undefined;
  /** The other fields, which have other names. */
  others: readonly InputField[];
  /** What the API says of it as it was sent. */
  problems: PartProblems;
  onSubmit: (field: InputField) => void;
}) {
  const t = useTranslations(translations);
  const [field, setField] = useState(initial);
  const set = (changes: Partial<InputField>) => setField((now) => ({ ...now, ...changes }));
  const kind = kindOf(field);
  const { name, min, max, values = [] } = field;
  const problems = {
    name: isName(name) ? (others.some((other) => other.name === name) ? t.twice : undefined) : t.badName,
    min: kind === 'number' && min === undefined ? t.needed : undefined,
    max: maxProblem(),
    values: kind === 'enum' && values.length === 0 ? t.needed : undefined,
  };
  function maxProblem(): string | undefined {
    if (kind !== 'number') return undefined;
    if (max === undefined) return t.needed;
    return min !== undefined && max < min ? t.notLess : undefined;
  }
  /** What the API says of a part, until that is another. */
  const said = (part: keyof InputField) =>
    JSON.stringify(field[part]) === JSON.stringify(initial[part]) ? problemAt(found, part) : undefined;
  const limitLabels = {
    max_length: kind === 'strings' ? t.maxEntryLength : t.maxLength,
    max_entries: t.maxEntries,
  };
  return (
    <EntryForm problems={problems} onSubmit={() => onSubmit(field)}>
      {(shown) => (
        <>
          <TextInput
            label={t.fieldName}
            description={t.fieldNameHint}
            withAsterisk
            aria-required
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            value={name}
            error={shown.name ?? said('name')}
            onChange={({ currentTarget: { value } }) => set({ name: value })}
          />
          <NativeSelect
            label={t.kind}
            value={kind}
            data={KINDS.map((value) => ({ value, label: pickLabels(KINDS, t)[value] }))}
            error={said('type') ?? said('format')}
            onChange={({ currentTarget: { value } }) => setField(withKind(field, value as Kind))}
          />
          <Checkbox
            label={t.required}
            checked={field.required}
            error={said('required')}
            onChange={({ currentTarget: { checked } }) => set({ required: checked })}
          />
          <Textarea
            label={t.help}
            autosize
            maxLength={500}
            value={field.description}
            error={said('description')}
            onChange={({ currentTarget: { value } }) => set({ description: value })}
          />
          {kind === 'number' && (
            <>
              <Checkbox
                label={t.integer}
                checked={field.integer ?? false}
                error={said('integer')}
                onChange={({ currentTarget: { checked } }) => set({ integer: checked })}
              />
              {(['min', 'max'] as const).map((limit) => (
                <NumberInput
                  key={limit}
                  label={t[limit]}
                  withAsterisk
                  aria-required
                  hideControls
                  allowDecimal={!field.integer}
                  value={field[limit] ?? ''}
                  error={shown[limit] ?? said(limit)}
                  onChange={(value) => set({ [limit]: value === '' ? undefined : Number(value) })}
                />
              ))}
            </>
          )}
          {kind === 'enum' && (
            <TagsInput
              label={t.values}
              description={t.valuesHint}
              withAsterisk
              aria-required
              value={values}
              maxTags={MAX_VALUES}
              error={shown.values ?? said('values')}
              onChange={(words) => set({ values: words })}
            />
          )}
          {WHOLE_LIMITS[kind]?.map((limit) => (
            <NumberInput
              key={limit}
              label={limitLabels[limit]}
              hideControls
              allowDecimal={false}
              min={1}
              value={field[limit] ?? ''}
              error={said(limit)}
              onChange={(value) => set({ [limit]: value === '' ? undefined : Number(value) })}
            />
          ))}
        </>
      )}
    </EntryForm>
  );
}
