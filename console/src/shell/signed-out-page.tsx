import { Button, Center, Code, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { placeAskedFor, signIn } from '../auth/sign-in.ts';
import { detailOf, isBlocked, isCancelled, isUnavailable } from '../auth/sign-in-errors.ts';
import { Mark } from '../components/mark.tsx';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from './signed-out-translations.ts';

/** Shown to people who have signed out, or whose sign-in failed. */
export function SignedOutPage({ error: first }: { error?: unknown }) {
  const t = useTranslations(translations);
  const [error, setError] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [title, text] = signedOutTexts(error, t);
  const again = () => {
    setBusy(true);
    // The promise of a sign-in that succeeds never settles: the page is left.
    signIn(placeAskedFor()).catch((problem: unknown) => {
      setError(problem);
      setBusy(false);
    });
  };
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack maw={560} gap="sm">
        <Mark size={40} />
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text>{text}</Text>
        {error !== undefined && !isCancelled(error) && !isUnavailable(error) && <Code block>{detailOf(error)}</Code>}
        <Button loading={isBusy} onClick={again}>
          {t.signIn}
        </Button>
        <VisuallyHidden role="status">{isBusy ? `${t.signingIn} …` : error !== undefined && title}</VisuallyHidden>
      </Stack>
    </Center>
  );
}

function signedOutTexts(error: unknown, t: (typeof translations)['en']): [title: string, text: string] {
  if (error === undefined) return [t.signedOut, t.signedOutText];
  if (isCancelled(error)) return [t.signInCancelled, t.signInCancelledText];
  if (isBlocked(error)) return [t.signInFailed, t.signInBlockedText];
  if (isUnavailable(error)) return [t.signInUnavailable, t.signInUnavailableText];
  return [t.signInFailed, t.signInFailedText];
}

/** Shown while the issuer takes its time. */
export function SigningInPage() {
  const t = useTranslations(translations);
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack align="center" gap="sm">
        <Mark size={40} />
        <Text role="status">{t.signingIn} …</Text>
      </Stack>
    </Center>
  );
}
