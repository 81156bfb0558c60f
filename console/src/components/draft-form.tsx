import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { DraftNote, type RestoredDraft } from './draft-note.tsx';
import { Form } from './form.tsx';
import { ErrorAlert } from './states.tsx';

/** A form whose input is kept as a draft: that of a record (`useRecordForm`) or of a new one (`useNewRecordForm`). */
export interface DraftFormState<Values extends object> {
  values: Values;
  draft: RestoredDraft;
  error: unknown;
  isSaving: boolean;
  change: (changes: Partial<Values>) => void;
  save: () => void;
}

/** What a view gives of its form beside the fields. */
export interface DraftFormProps<Values extends object> {
  form: DraftFormState<Values>;
  /** Label of the button. */
  submit: string;
  /** What stands above the button, in place of the error. */
  problems?: ReactNode;
}

/** The frame of a form: what is said of its draft, the fields, the problems and the button. */
export function DraftForm({
  form: { draft, error, isSaving, save },
  submit,
  problems = Boolean(error) && <ErrorAlert error={error} />,
  noValidate = false,
  children,
}: Omit<DraftFormProps<object>, 'form'> & {
  form: Pick<DraftFormState<object>, 'draft' | 'error' | 'isSaving' | 'save'>;
  /** Leaves the validation to the API. */
  noValidate?: boolean;
  children: ReactNode;
}) {
  return (
    <Form isSending={isSaving} noValidate={noValidate} onSubmit={save}>
      <Stack>
        <DraftNote draft={draft} />
        {children}
        {problems}
        <Group>
          <Button type="submit" loading={isSaving}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
