import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  createBrandVoiceMutation,
  listBrandVoicesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DraftForm } from '../../components/draft-form.tsx';
import { useNewRecordForm } from '../../components/new-record-form.ts';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { EMPTY_VOICE } from './model.ts';
import { translations } from './translations.ts';
import { VoiceForm } from './voice-form.tsx';

/** The form of a new brand voice. */
export default function NewBrandVoice() {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const canEdit = usePermission('manage_content');
  const form = useNewRecordForm({
    name: 'brand-voices/new',
    initial: EMPTY_VOICE,
    mutation: createBrandVoiceMutation(),
    requestOf: (body) => ({ body }),
    onCreated: async ({ data }) => {
      await navigate({ to: '/brand-voices/$id', params: { id: String(data.id) } });
      await queryClient.invalidateQueries({ queryKey: listBrandVoicesQueryKey() });
    },
  });
  if (!canEdit) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  return (
    <Page isForm title={t.addNew}>
      <DraftForm form={form} submit={t.create} noValidate>
        <VoiceForm voice={form.values} error={form.error} onChange={form.change} />
      </DraftForm>
    </Page>
  );
}
