import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listPeopleQueryKey,
  removePersonMutation,
  resendInvitationMutation,
  resetSecondFactorMutation,
  sendPasswordResetMutation,
  updatePersonMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/states.tsx';
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
  const { name, email, role, status } = person.attributes;
  const path = { id: person.id };
  const isSelf = email === me.email;
  const isInvited = status === 'invited';
  const [values, setValues] = useState({ name, role });
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

  const change = useMutation({ ...updatePersonMutation(), onSuccess: () => finish(t.saved) });
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
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ path, body: values });
        }}
      >
        <Stack gap="md">
          <PersonFields values={values} onChange={setValues} error={change.error} />
          {isConflict(change.error) ? <LastOwner name={name} /> : change.error && <ErrorAlert error={change.error} />}
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
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
