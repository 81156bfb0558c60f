import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import {
  changePasswordMutation,
  getSecurityOptions,
  getSecurityQueryKey,
  listSessionsQueryKey,
  updateSignInPolicyMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { disableTotp, enrolTotp, renewRecoveryCodes } from '../../api/generated/client/sdk.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { lazyDialog } from '../../components/lazy-part.tsx';
import { Page, Section } from '../../components/page.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { QueryContent, showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError, useProblemFocus } from '../../lib/form-props.ts';
import { useMe } from '../../shell/me.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { type Confirmation, ConfirmDialog, type Settings } from './confirm-dialog.tsx';
import type { Enrolment } from './enrol-dialog.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { translations } from './translations.ts';

const EnrolDialog = lazyDialog(() => import('./enrol-dialog.tsx'));

/** Password, second factors, passkeys and sessions of the person. */
export default function Security() {
  const t = useTranslations(translations);
  const settings = useQuery(getSecurityOptions());
  if (isManagedElsewhere(settings.error)) {
    return (
      <Page title={t.title} lead={t.lead}>
        <Section title={t.elsewhere}>
          <Text maw={640}>{t.elsewhereText}</Text>
        </Section>
      </Page>
    );
  }
  return (
    <Page title={t.title} lead={t.lead}>
      <QueryContent query={settings}>
        {({ data: { attributes } }) => (
          <>
            <Factors settings={attributes} />
            {attributes.has_password && <Password />}
          </>
        )}
      </QueryContent>
      <Sessions />
    </Page>
  );
}

/** Whether an issuer of the organisation keeps passwords, factors and sessions. */
function isManagedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

function Factors({ settings }: { settings: Settings }) {
  const t = useTranslations(translations);
  const { role } = useMe();
  const queryClient = useQueryClient();
  const [action, setAction] = useState<(confirmation: Confirmation) => Promise<void>>();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<string[] | null>(null);
  const ask = (next: (confirmation: Confirmation) => Promise<void>) => setAction(() => next);
  const finish = (message: string | undefined, made: string[] | null) => {
    if (message !== undefined) notifications.show({ message });
    setEnrolment(undefined);
    setCodes(made);
    void queryClient.invalidateQueries({ queryKey: getSecurityQueryKey() });
  };
  const setUp = () =>
    ask(async (body) => {
      const { data } = await enrolTotp({ body, throwOnError: true });
      const { secret, uri } = data.data.attributes;
      if (secret !== null && uri !== null) setEnrolment({ secret, uri });
    });
  const turnOff = () =>
    ask(async (body) => {
      await disableTotp({ body, throwOnError: true });
      finish(t.appTurnedOff, null);
    });
  const renew = () =>
    ask(async (body) => {
      const { data } = await renewRecoveryCodes({ body, throwOnError: true });
      finish(undefined, data.data.attributes.recovery_codes);
    });
  const isOn = settings.totp_enabled_at !== null;
  const hasFactor = isOn || settings.passkeys.length > 0;
  return (
    <>
      <Section title={t.factor}>
        <Stack gap="md">
          <Text size="sm" c="dimmed" maw={640}>
            {t.factorLead}
          </Text>
          {settings.second_factor_required && <Alert variant="light">{t.required}</Alert>}
          <Line
            title={t.app}
            state={settings.totp_enabled_at === null ? t.appOff : <OnSince at={settings.totp_enabled_at} />}
            action={isOn ? t.turnOff : t.setUp}
            isFirst={!isOn}
            onAct={isOn ? turnOff : setUp}
          />
          <Line
            title={t.codes}
            state={hasFactor ? t.codesLeft(settings.recovery_codes_left) : t.noCodes}
            action={hasFactor ? t.renewCodes : undefined}
            onAct={renew}
          />
        </Stack>
      </Section>
      <Passkeys passkeys={settings.passkeys} onConfirm={ask} onDone={finish} />
      {role === 'owner' && <Policy isRequired={settings.second_factor_required} />}
      <ConfirmDialog settings={settings} action={action} onClose={() => setAction(undefined)} />
      {enrolment && (
        <Suspense>
          <EnrolDialog
            enrolment={enrolment}
            onDone={(made) => finish(undefined, made)}
            onClose={() => setEnrolment(undefined)}
          />
        </Suspense>
      )}
      <CodesDialog codes={codes} onClose={() => setCodes(null)} />
    </>
  );
}

function OnSince({ at }: { at: string }) {
  const t = useTranslations(translations);
  return (
    <>
      {t.appOn} <DateTime at={at} precision="day" />
    </>
  );
}

function Line(props: {
  title: string;
  state: ReactNode;
  action: string | undefined;
  isFirst?: boolean;
  onAct: () => void;
}) {
  return (
    <Group justify="space-between">
      <div>
        <Text fw={600}>{props.title}</Text>
        <Text size="sm" c="dimmed">
          {props.state}
        </Text>
      </div>
      {props.action && (
        <Button size="xs" variant={props.isFirst ? 'filled' : 'default'} onClick={props.onAct}>
          {props.action}
        </Button>
      )}
    </Group>
  );
}

function Policy({ isRequired }: { isRequired: boolean }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const update = useMutation({
    ...updateSignInPolicyMutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: getSecurityQueryKey() }),
    onError: showError,
  });
  return (
    <Section title={t.team}>
      <Switch
        label={t.requireFactor}
        description={t.requireHelp}
        checked={isRequired}
        disabled={update.isPending}
        onChange={(event) => update.mutate({ body: { require_second_factor: event.currentTarget.checked } })}
      />
    </Section>
  );
}

function Password() {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    ...changePasswordMutation(),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      notifications.show({ message: t.passwordChanged });
      return queryClient.invalidateQueries({ queryKey: listSessionsQueryKey() });
    },
    onError: (error) => {
      const isShown = ['current_password', 'new_password'].some((field) => fieldError(error, field) !== undefined);
      if (!isShown) showError(error);
    },
  });
  useProblemFocus(change.error);
  return (
    <Section title={t.password}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ body: { current_password: current, new_password: next } });
        }}
      >
        <Stack gap="md" maw={420}>
          <PasswordField
            label={t.currentPassword}
            required
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={fieldError(change.error, 'current_password')}
          />
          <PasswordField
            label={t.newPassword}
            description={t.newPasswordHelp}
            required
            minLength={12}
            maxLength={200}
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
            error={fieldError(change.error, 'new_password')}
          />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {t.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
