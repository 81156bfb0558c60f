import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getMeOptions } from '../api/generated/client/@tanstack/react-query.gen.ts';
import { signIn } from '../auth/sign-in.ts';
import { signOut } from '../auth/sign-out.ts';
import { ErrorNotice, Loading } from '../components/states.tsx';
import { useTexts } from '../i18n/texts.ts';
import { BASE_PATH } from '../settings.ts';
import { MeContext } from './me.ts';
import { texts } from './texts.ts';

/** Shows the rest once it is known who is signed in. */
export function SignInGate({ children }: { children: ReactNode }) {
  const say = useTexts(texts);
  const me = useQuery({ ...getMeOptions(), staleTime: 60_000 });
  if (me.data) return <MeContext value={me.data.data.attributes}>{children}</MeContext>;
  return (
    <Center component="main" mih="100vh" p="md">
      {me.error ? (
        <Stack maw={560}>
          <ErrorNotice error={me.error} onRetry={() => void me.refetch()} />
          <Button variant="default" onClick={() => void signOut()}>
            {say.signOut}
          </Button>
        </Stack>
      ) : (
        <Loading />
      )}
    </Center>
  );
}

/** What is shown to those who are outside: they have signed out, or could not be signed in. */
export function Outside({ error }: { error?: unknown }) {
  const say = useTexts(texts);
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack maw={560} gap="sm">
        <Title order={1} size="h3">
          {error === undefined ? say.signedOut : say.signInFailed}
        </Title>
        {error === undefined ? <Text>{say.signedOutText}</Text> : <ErrorNotice error={error} />}
        <Button onClick={() => void signIn(`${BASE_PATH}/`)}>{say.signIn}</Button>
      </Stack>
    </Center>
  );
}
