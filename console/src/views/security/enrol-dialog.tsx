import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { confirmTotpMutation } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError, useProblemFocus } from '../../lib/form-props.ts';
import { translations } from './translations.ts';

/** What an app for one-time codes needs. */
export interface Enrolment {
  secret: string;
  uri: string;
}

/** Shows the QR code of an app that is being set up, and takes its first code. */
export default function EnrolDialog({
  enrolment: { secret, uri },
  onDone,
  onClose,
}: {
  enrolment: Enrolment;
  /** With the recovery codes that came with the first factor, or null. */
  onDone: (codes: string[] | null) => void;
  onClose: () => void;
}) {
  const t = useTranslations(translations);
  const [code, setCode] = useState('');
  const confirm = useMutation({
    ...confirmTotpMutation(),
    onSuccess: ({ data }) => onDone(data.attributes.recovery_codes),
  });
  const known = fieldError(confirm.error, 'code');
  useProblemFocus(confirm.error);
  return (
    <Dialog opened onClose={onClose} title={t.app} isUnderWay>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate({ body: { code } });
        }}
      >
        <Stack gap="md">
          <Text>{t.scan}</Text>
          <QrCode text={uri} label={t.qr} />
          <Text size="sm">
            {t.secret} <Code>{secret.match(/.{1,4}/g)?.join(' ')}</Code>
          </Text>
          <TextInput
            label={t.digits}
            required
            data-autofocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={known}
          />
          {confirm.error && !known && <ErrorAlert error={confirm.error} />}
          <Group>
            <Button type="submit" loading={confirm.isPending}>
              {t.turnOn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Dark on light in both colour schemes, as readers need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={192}
      height={192}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
