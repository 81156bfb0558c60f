import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { invitePersonMutation, listPeopleQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { Form } from '../../components/form.tsx';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { fieldError } from '../../lib/form-props.ts';
import { useMe } from '../../shell/me.ts';
import { PersonFields, type PersonValues } from './fields.tsx';
import { LinkOnce } from './link-once.tsx';
import { mayManage } from './model.ts';
import { translations } from './translations.ts';

const NEW: PersonValues & { email: string } = { email: '', name: '', role: 'editor' };

/** Invites a person; where no mail went, shows the link once. */
export default function NewPerson() {
  const t = useTranslations(translations);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { role } = useMe();
  const draft = useFormDraft('people/new', NEW);
  const { values, change } = draft;
  const toList = () => void navigate({ to: '/people' });
  const invite = useMutation({
    ...invitePersonMutation(),
    // The link is kept no longer than its page is open.
    gcTime: 0,
    onSuccess: async ({ data: { attributes }, meta }) => {
      draft.clear();
      await queryClient.invalidateQueries({ queryKey: [{ _id: listPeopleQueryKey()[0]._id }] });
      if (meta.invitation_url !== null) return;
      notifications.show({ message: t.mailed(attributes.email) });
      toList();
    },
  });
  if (!mayManage(role)) return <ForbiddenPage title={t.invite} reason={t.onlyAdmins} />;
  const url = invite.data?.meta.invitation_url;
  if (invite.data && url) {
    const { name } = invite.data.data.attributes;
    return (
      <Page title={name}>
        <Alert variant="outline" title={t.invitationLink}>
          <LinkOnce url={url} name={name} onDone={toList} />
        </Alert>
      </Page>
    );
  }
  return (
    <Page title={t.invite} lead={t.inviteLead} isForm>
      <Form isSending={invite.isPending} onSubmit={() => invite.mutate({ body: values })}>
        <Stack>
          <DraftNote draft={draft} />
          <TextInput
            type="email"
            label={t.email}
            description={t.emailHint}
            required
            maxLength={254}
            autoComplete="off"
            value={values.email}
            onChange={(event) => change({ ...values, email: event.currentTarget.value })}
            error={fieldError(invite.error, 'email')}
          />
          <PersonFields values={values} onChange={change} error={invite.error} />
          {invite.error && <ErrorAlert error={invite.error} />}
          <Group>
            <Button type="submit" loading={invite.isPending}>
              {t.send}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Page>
  );
}
