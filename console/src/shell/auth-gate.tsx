import { Box, Button, Center, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
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
