import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { fieldError } from '../lib/form-props.ts';
import { DraftNote, type RestoredDraft } from './draft-note.tsx';
import { EntriesSection, type EntriesText } from './entries-section.tsx';

/** What a view gives of its form beside fields and entries. */
export interface EntriesFormProps {
  draft: RestoredDraft;
  submit: string;
  error: unknown;
  /** What stands above the button. */
  problems: ReactNode;
  isPending: boolean;
  onSubmit: () => void;
}

/** The form of a record with a name and entries, which are added and changed one by one in a dialog. */
export function EntriesForm<Entry>({
  text,
  name,
  entries,
  most,
  onChange,
  renderList,
  renderForm,
  ...props
}: EntriesFormProps & {
  text: EntriesText & { name: string };
  name: string;
  entries: readonly Entry[];
  /** Most entries that the API takes. */
  most: number;
  onChange: (changes: { name?: string; entries?: Entry[] }) => void;
  renderList: (actions: { onEdit: (index: number) => void; onRemove: (index: number) => void }) => ReactNode;
  /** The form of an entry; without `initial` that of a new one. */
  renderForm: (form: {
    initial: Entry | undefined;
    others: readonly Entry[];
    onSubmit: (entry: Entry) => void;
  }) => ReactNode;
}) {
  const { draft, submit, error, problems, isPending, onSubmit } = props;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        <DraftNote draft={draft} />
        <TextInput
          label={text.name}
          withAsterisk
          aria-required
          value={name}
          error={fieldError(error, 'name')}
          onChange={({ currentTarget: { value } }) => onChange({ name: value })}
        />
        <EntriesSection
          text={text}
          entries={entries}
          most={most}
          onTake={(index, entry) =>
            onChange({ entries: [...entries.slice(0, index), entry, ...entries.slice(index + 1)] })
          }
          renderList={(onEdit) =>
            renderList({ onEdit, onRemove: (index) => onChange({ entries: entries.toSpliced(index, 1) }) })
          }
          renderForm={({ initial, others, onSubmit: take }) => renderForm({ initial, others, onSubmit: take })}
        />
        {problems}
        <Group>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
