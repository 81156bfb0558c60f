import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { fieldError } from '../lib/form-props.ts';
import { Dialog } from './dialog.tsx';
import { DraftNote, type RestoredDraft } from './draft-note.tsx';
import { Section } from './page.tsx';

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
  text: {
    name: string;
    entries: string;
    /** Names of the dialog. */
    add: string;
    one: string;
    none: string;
    tooMany: string;
  };
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
  /** Index of the entry in the dialog, or one after the last; undefined: it is closed. */
  const [edited, setEdited] = useState<number>();
  const take = (entry: Entry) => {
    const index = edited ?? entries.length;
    onChange({ entries: [...entries.slice(0, index), entry, ...entries.slice(index + 1)] });
    setEdited(undefined);
  };
  const isFull = entries.length >= most;
  const title = edited === undefined || edited === entries.length ? text.add : text.one;
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
        <Section
          title={text.entries}
          actions={
            <Button size="xs" variant="default" disabled={isFull} onClick={() => setEdited(entries.length)}>
              {text.add}
            </Button>
          }
        >
          {entries.length === 0 ? (
            <Text size="sm" c="dimmed">
              {text.none}
            </Text>
          ) : (
            renderList({
              onEdit: setEdited,
              onRemove: (index) => onChange({ entries: entries.toSpliced(index, 1) }),
            })
          )}
          {isFull && <Text size="sm">{text.tooMany}</Text>}
        </Section>
        {problems}
        <Group>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
      <Dialog title={title} opened={edited !== undefined} onClose={() => setEdited(undefined)}>
        {renderForm({
          initial: edited === undefined ? undefined : entries[edited],
          others: entries.filter((_entry, index) => index !== edited),
          onSubmit: take,
        })}
      </Dialog>
    </form>
  );
}
