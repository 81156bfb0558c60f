import { Button, Divider, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getPersonOptions,
  getPersonQueryKey,
  listPeopleQueryKey,
  removePersonMutation,
  resendInvitationMutation,
  resetSecondFactorMutation,
  sendPasswordResetMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { updatePerson } from '../../api/generated/client/sdk.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DraftForm } from '../../components/draft-form.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { FormProblems, labelsIn } from '../../components/version-conflict.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { meOptions, useMe } from '../../shell/me.ts';
import { PersonFields } from './fields.tsx';
import { LinkOnce } from './link-once.tsx';
import type { Person } from './model.ts';
import { isConflict, LastOwner, Question } from './question.tsx';
import { translations } from './translations.ts';

/** What an owner or an admin may do about a person: role, invitation, password, second factor, removal. */
export function PersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const me = useMe();
  const { name, email, status } = person.attributes;
  const path = { id: person.id };
  const isSelf = email === me.email;
  const isInvited = status === 'invited';
  const [asking, setAsking] = useState<'remove' | 'factor'>();
  const [link, setLink] = useState<{ title: string; url: string }>();
  const readAgain = async () => {
    await queryClient.invalidateQueries({ queryKey: [{ _id: listPeopleQueryKey()[0]._id }] });
    // What the person may do here follows from the role.
    if (isSelf) await queryClient.invalidateQueries({ queryKey: meOptions().queryKey });
  };
  const finish = async (message: string) => {
    notifications.show({ message });
    onClose();
    await readAgain();
  };
  const show = (title: string, url: string | null, message: string) =>
    url === null ? finish(message) : setLink({ title, url });

  const again = useMutation({
    ...resendInvitationMutation(),
    gcTime: 0,
    onSuccess: ({ meta }) => show(t.invitationLink, meta.invitation_url, t.mailed(email)),
  });
  const reset = useMutation({
    ...sendPasswordResetMutation(),
    gcTime: 0,
    onSuccess: ({ meta }) => show(t.resetLink, meta.reset_url, t.resetMailed(email)),
  });
  const factor = useMutation({ ...resetSecondFactorMutation(), onSuccess: () => finish(t.factorRemoved) });
  const remove = useMutation({
    ...removePersonMutation(),
    onSuccess: () => finish(isInvited ? t.withdrawn : t.removed(name)),
  });

  const toForm = () => {
    remove.reset();
    factor.reset();
    setAsking(undefined);
  };

  // By their keys they are dialogs of their own, so that each has the focus.
  if (link) {
    const close = () => {
      again.reset();
      reset.reset();
      onClose();
      void readAgain();
    };
    return (
      <Dialog key="link" opened onClose={close} title={link.title} isOnce>
        <LinkOnce url={link.url} name={name} onDone={close} />
      </Dialog>
    );
  }
  if (asking === 'remove') {
    return (
      <Dialog key="remove" opened onClose={onClose} title={name}>
        <Question
          question={isInvited ? t.withdrawQuestion : isSelf ? t.removeSelf : t.removeQuestion(name)}
          confirm={isInvited ? t.withdraw : t.remove}
          refusal={<LastOwner name={name} />}
          action={remove}
          onConfirm={() => remove.mutate({ path })}
          onKeep={toForm}
        />
      </Dialog>
    );
  }
  if (asking === 'factor') {
    return (
      <Dialog key="factor" opened onClose={onClose} title={name}>
        <Question
          question={t.factorQuestion(name)}
          confirm={t.factor}
          refusal={<Text role="alert">{t.noFactor}</Text>}
          action={factor}
          onConfirm={() => factor.mutate({ path })}
          onKeep={toForm}
        />
      </Dialog>
    );
  }
  const problem = again.error ?? reset.error;
  return (
    <Dialog opened onClose={onClose} title={t.changeOf(name)}>
      <PersonForm person={person} onSaved={() => finish(t.saved)} />
      <Divider my="md" label={t.access} labelPosition="left" />
      <Stack gap="xs" align="stretch">
        {isInvited && (
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate({ path })}>
            {t.again}
          </Button>
        )}
        {status === 'active' && !isSelf && (
          <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate({ path })}>
            {t.reset}
          </Button>
        )}
        {status === 'active' && !isSelf && me.role === 'owner' && (
          <Button variant="default" onClick={() => setAsking('factor')}>
            {t.factor}
          </Button>
        )}
        <Button variant="default" onClick={() => setAsking('remove')}>
          {isInvited ? t.withdraw : t.remove}
        </Button>
        {problem && <ErrorAlert error={problem} />}
      </Stack>
    </Dialog>
  );
}

/** Reads the person alone, whose version no list has. */
function PersonForm({ person: { id }, onSaved }: { person: Person; onSaved: () => Promise<void> }) {
  const query = useQuery(getPersonOptions({ path: { id } }));
  return <QueryContent query={query}>{({ data }) => <NameAndRole person={data} onSaved={onSaved} />}</QueryContent>;
}

function NameAndRole({ person, onSaved }: { person: Person; onSaved: () => Promise<void> }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const path = { id: person.id };
  const form = useRecordForm({
    name: `people/${person.id}`,
    path: `/app/users/${person.id}`,
    record: person,
    valuesOf: ({ attributes: { name, role } }) => ({ name, role }),
    bodyOf: (values) => values,
    read: async () => (await queryClient.fetchQuery({ ...getPersonOptions({ path }), staleTime: 0 })).data,
    send: (body, headers) => updatePerson({ path, body, headers, throwOnError: true }),
    onSaved: () => {
      queryClient.removeQueries({ queryKey: getPersonQueryKey({ path }) });
      return onSaved();
    },
  });
  const textOf = (field: string, value: unknown) =>
    field === 'role' ? String(Reflect.get(t, String(value)) ?? value) : undefined;
  return (
    <DraftForm
      form={form}
      submit={t.save}
      problems={
        isConflict(form.error) ? (
          <LastOwner name={person.attributes.name} />
        ) : (
          <FormProblems form={form} labelOf={labelsIn(t)} textOf={textOf} />
        )
      }
    >
      <PersonFields values={form.values} onChange={form.change} error={form.error} />
    </DraftForm>
  );
}
