import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { Section } from './page.tsx';

/** Texts of a section with entries. */
export interface EntriesText {
  entries: string;
  /** Names of the dialog. */
  add: string;
  one: string;
  none: string;
  tooMany: string;
}

/** A section of a form with entries, which are added and changed one by one in a dialog. */
export function EntriesSection<Entry>({
  text,
  entries,
  most,
  size,
  onTake,
  renderList,
  renderForm,
}: {
  text: EntriesText;
  entries: readonly Entry[];
  /** Most entries that the API takes. */
  most: number;
  /** Of the dialog. */
  size?: 'lg';
  /** Called with what stands at a place from now on; one after the last is a new one. */
  onTake: (index: number, entry: Entry) => void;
  renderList: (onEdit: (index: number) => void) => ReactNode;
  /** The form of an entry; without `initial` that of a new one. */
  renderForm: (form: {
    index: number;
    initial: Entry | undefined;
    others: readonly Entry[];
    onSubmit: (entry: Entry) => void;
  }) => ReactNode;
}) {
  /** Index of the entry in the dialog, or one after the last; undefined: it is closed. */
  const [edited, setEdited] = useState<number>();
  const isFull = entries.length >= most;
  const index = edited ?? entries.length;
  const title = index === entries.length ? text.add : text.one;
  return (
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
        renderList(setEdited)
      )}
      {isFull && <Text size="sm">{text.tooMany}</Text>}
      <Dialog title={title} opened={edited !== undefined} {...(size && { size })} onClose={() => setEdited(undefined)}>
        {renderForm({
          index,
          initial: entries[index],
          others: entries.filter((_entry, other) => other !== index),
          onSubmit: (entry) => {
            onTake(index, entry);
            setEdited(undefined);
          },
        })}
      </Dialog>
    </Section>
  );
}
