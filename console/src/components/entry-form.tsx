import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from './entries-translations.ts';

/** The form of one entry in a dialog. It is checked here, since the API takes all entries of a record at once. */
export function EntryForm<Problems extends Record<string, string | undefined>>({
  problems,
  onSubmit,
  children,
}: {
  /** What is wrong with each field; nothing is taken over before all are undefined. */
  problems: Problems;
  onSubmit: () => void;
  /** The fields, with the problems that are shown. */
  children: (shown: Partial<Problems>) => ReactNode;
}) {
  const t = useTranslations(translations);
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // The dialog stands within the form of the record, as far as React knows.
    event.stopPropagation();
    setAttempts((count) => count + 1);
    if (Object.values(problems).every((problem) => problem === undefined)) onSubmit();
  };
  return (
    <form ref={form} onSubmit={send} noValidate>
      <Stack>
        {children(attempts > 0 ? problems : {})}
        <Group>
          <Button type="submit">{t.apply}</Button>
        </Group>
      </Stack>
    </form>
  );
}
