import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { fieldError } from '../lib/form-props.ts';
import { DraftForm, type DraftFormProps } from './draft-form.tsx';
import { EntriesSection, type EntriesText } from './entries-section.tsx';
import type { EntryActions } from './entry-list.tsx';

/** The form of a record with a name and entries, which are added and changed one by one in a dialog. */
export function EntriesForm<Entry>({
  form,
  submit,
  problems,
  text,
  entries,
  most,
  onChange,
  renderList,
  renderForm,
}: DraftFormProps<{ name: string }> & {
  text: EntriesText & { name: string };
  entries: readonly Entry[];
  /** Most entries that the API takes. */
  most: number;
  onChange: (entries: Entry[]) => void;
  renderList: (actions: EntryActions) => ReactNode;
  /** The form of an entry; without `initial` that of a new one. */
  renderForm: (form: {
    initial: Entry | undefined;
    others: readonly Entry[];
    onSubmit: (entry: Entry) => void;
  }) => ReactNode;
}) {
  return (
    <DraftForm form={form} submit={submit} problems={problems}>
      <TextInput
        label={text.name}
        withAsterisk
        aria-required
        value={form.values.name}
        error={fieldError(form.error, 'name')}
        onChange={({ currentTarget: { value } }) => form.change({ name: value })}
      />
      <EntriesSection
        text={text}
        entries={entries}
        most={most}
        onTake={(index, entry) => onChange([...entries.slice(0, index), entry, ...entries.slice(index + 1)])}
        renderList={(onEdit) => renderList({ onEdit, onRemove: (index) => onChange(entries.toSpliced(index, 1)) })}
        renderForm={({ initial, others, onSubmit }) => renderForm({ initial, others, onSubmit })}
      />
    </DraftForm>
  );
}
