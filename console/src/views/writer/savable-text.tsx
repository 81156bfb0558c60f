import { Anchor, Button, Group, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { saveWriterTextMutation } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { showError } from '../../components/show-error.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** A text that can be edited and saved to the board. */
export function SavableText({ messageId, text, label }: { messageId: number; text: string; label: string }) {
  const t = useTranslations(translations);
  const [response, setResponse] = useState(text);
  const save = useMutation({
    ...saveWriterTextMutation(),
    onSuccess: () => notifications.show({ message: t.savedMessage }),
    onError: showError,
  });
  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        autosize
        minRows={6}
        maxRows={24}
        value={response}
        onChange={(event) => {
          save.reset();
          setResponse(event.currentTarget.value);
        }}
      />
      <Group>
        <Button
          loading={save.isPending}
          disabled={save.isSuccess || response.trim() === ''}
          onClick={() => save.mutate({ body: { message_id: messageId, response } })}
        >
          {t.save}
        </Button>
        {save.isSuccess && (
          <Anchor renderRoot={(props) => <Link to="/board" {...props} />} size="sm">
            {t.toBoard}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}
