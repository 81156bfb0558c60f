import { Button, FileButton, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { InputProblem } from '../lib/error-help.ts';
import { ErrorAlert } from './states.tsx';

/** Chooses files and uploads them one by one. A failed one does not stop the others. */
export function UploadButton({
  label,
  variant,
  accept,
  maxBytes,
  text,
  upload,
  onSettled,
}: {
  label: string;
  variant?: 'default';
  /** What the browser offers to choose. */
  accept: string;
  /** Largest file that the API takes. */
  maxBytes: number;
  text: {
    tooLarge: string;
    notAdded: (name: string) => string;
    /** Which of how many is uploaded. */
    adding: (number: number, count: number) => string;
  };
  upload: (file: File) => Promise<unknown>;
  onSettled: () => Promise<unknown>;
}) {
  const [progress, setProgress] = useState('');
  const add = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const [index, file] of files.entries()) {
        setProgress(text.adding(index + 1, files.length));
        const onError = (error: unknown) => showUploadError(text.notAdded(file.name), error);
        if (file.size > maxBytes) onError(new InputProblem(text.tooLarge));
        else await upload(file).catch(onError);
      }
    },
    onSettled: () => {
      setProgress('');
      return onSettled();
    },
  });
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" aria-live="polite">
        {progress}
      </Text>
      <FileButton multiple accept={accept} onChange={(files) => add.mutate(files)}>
        {(props) => (
          <Button {...props} variant={variant} loading={add.isPending}>
            {label}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

/** Shows which file was rejected and why, until it is closed. */
function showUploadError(title: string, error: unknown): void {
  notifications.show({
    title,
    message: <ErrorAlert error={error} />,
    autoClose: false,
    withBorder: true,
    color: 'red',
  });
}
