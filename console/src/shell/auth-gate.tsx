import { Box, Button, Center, Code, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { detailOf, isBlocked, isCancelled, isUnavailable, placeAskedFor, signIn } from '../auth/sign-in.ts';
import { signOut } from '../auth/sign-out.ts';
import { Mark } from '../components/mark.tsx';
import { ErrorAlert, Loading } from '../components/states.tsx';
import { changeLanguage } from '../i18n/load-language.ts';
import { isLanguage, useTranslations } from '../i18n/translations.ts';
import { setZone } from '../i18n/zone.ts';
import { draftOwner, removeForeignDrafts } from '../lib/form-draft.ts';
import { setListPreferences } from '../lib/list-preferences.ts';
import { reloadIfReachable } from '../lib/load-code.ts';
import { MeContext, meOptions } from './me.ts';
import { translations } from './translations.ts';

/** Renders the application once the signed-in person is loaded. */
export function AuthGate({ children }: { children: ReactNode }) {
  const t = useTranslations(translations);
  const me = useQuery(meOptions());
  const email = me.data?.data.attributes.email;
  useEffect(() => {
    if (email) removeForeignDrafts(draftOwner(email));
  }, [email]);
  const profile = me.data?.data.attributes;
  const language = profile?.language ?? null;
  useEffect(() => {
    if (language !== null && isLanguage(language)) void changeLanguage(language);
  }, [language]);
  if (profile) {
    setZone(profile.time_zone);
    setListPreferences(draftOwner(profile.email), profile.saved_filters ?? []);
    return <MeContext value={profile}>{children}</MeContext>;
  }
  return (
    <Center component="main" mih="100vh" p="md">
      {me.error ? (
        <Stack maw={560}>
          <ErrorAlert error={me.error} onRetry={() => void me.refetch()} />
          <Button variant="default" onClick={() => void signOut()}>
            {t.signOut}
          </Button>
        </Stack>
      ) : (
        <Stack align="center" w="100%" maw={360}>
          <Mark size={40} />
          <Box w="100%">
            <Loading lines={2} />
          </Box>
        </Stack>
      )}
    </Center>
  );
}

/** Shown where the code of the console could not be loaded. */
export function NotLoadedPage({ error }: { error: unknown }) {
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack maw={560} gap="sm">
        <Title order={1} size="h3">
          Marketwright
        </Title>
        <ErrorAlert error={error} onRetry={() => void reloadIfReachable()} />
      </Stack>
    </Center>
  );
}

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
