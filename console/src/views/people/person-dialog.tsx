import { Alert, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
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
import { useMe } from '../../shell/me.ts';
import { PersonFields } from './fields.tsx';
import { LinkOnce } from './link-once.tsx';
import type { Person } from './model.ts';
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
  const finish = async (message: string) => {
    notifications.show({ message });
    onClose();
    await queryClient.invalidateQueries({ queryKey: [{ _id: listPeopleQueryKey()[0]._id }] });
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

  if (link) {
    const close = () => {
      again.reset();
      reset.reset();
      onClose();
      void queryClient.invalidateQueries({ queryKey: [{ _id: listPeopleQueryKey()[0]._id }] });
    };
    return (
      <Dialog opened onClose={close} title={link.title}>
        <LinkOnce url={link.url} name={name} onDone={close} />
      </Dialog>
    );
  }
  if (asking) {
    const { question, confirm, action } = {
      remove: {
        question: isInvited ? t.withdrawQuestion : isSelf ? t.removeSelf : t.removeQuestion(name),
        confirm: isInvited ? t.withdraw : t.remove,
        action: remove,
      },
      factor: { question: t.factorQuestion(name), confirm: t.factor, action: factor },
    }[asking];
    const isLastOwner = asking === 'remove' && isConflict(remove.error);
    return (
      <Dialog opened onClose={onClose} title={name}>
        <Stack gap="md">
          {isLastOwner ? <LastOwner name={name} /> : <Text>{question}</Text>}
          {asking === 'factor' && isConflict(factor.error) && <Text role="alert">{t.noFactor}</Text>}
          {action.error && !isConflict(action.error) && <ErrorAlert error={action.error} />}
          <Group>
            {!isConflict(action.error) && (
              <Button color="red" loading={action.isPending} onClick={() => action.mutate({ path })}>
                {confirm}
              </Button>
            )}
            <Button
              variant="default"
              onClick={() => {
                action.reset();
                setAsking(undefined);
              }}
            >
              {t.keep}
            </Button>
          </Group>
        </Stack>
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

function LastOwner({ name }: { name: string }) {
  const t = useTranslations(translations);
  return (
    <Alert color="red" variant="outline" role="alert" title={t.lastOwner}>
      {t.lastOwnerText(name)}
    </Alert>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CONFLICT';
}
