import { Alert, Button, Card, Group, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { executeCapabilityMutation } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { Page } from '../../components/page.tsx';
import { KnowledgeBaseSelect } from '../../components/record-select.tsx';
import { EmptyState, ErrorAlert } from '../../components/states.tsx';
import { useLocale, useTranslations } from '../../i18n/translations.ts';
import { BACK_LINK } from '../../lib/back-link.ts';
import { type FormDraft, useFormDraft } from '../../lib/form-draft.ts';
import { fieldError } from '../../lib/form-props.ts';
import { useNames } from '../../lib/names.ts';
import { usePrice } from '../../lib/price.ts';
import { usePermission } from '../../shell/me.ts';
import { AnswerSection, SLUG } from './answer.tsx';
import { translations } from './ask-translations.ts';

const route = getRouteApi('/knowledge/ask');

/** A question to the documents, and its answer with citations. */
export default function AskView() {
  const t = useTranslations(translations);
  const { base, execution } = route.useSearch();
  const canAsk = usePermission('manage_content');
  const draft = useFormDraft('knowledge/ask', '');
  const [bases, setBases] = useState(base === undefined ? [] : [base]);
  const field = useRef<HTMLTextAreaElement>(null);
  const ask = (query: string) => {
    draft.change(query);
    field.current?.focus();
  };
  return (
    <Page title={t.title} lead={t.lead}>
      <Stack maw={960}>
        {canAsk ? (
          <QuestionForm draft={draft} bases={bases} onBases={setBases} field={field} />
        ) : (
          <Alert variant="outline">{t.mayNotAsk}</Alert>
        )}
        {execution !== undefined && <AnswerSection key={execution} id={execution} onAsk={canAsk ? ask : undefined} />}
      </Stack>
    </Page>
  );
}

function QuestionForm({
  draft,
  bases,
  onBases,
  field,
}: {
  draft: FormDraft<string>;
  bases: readonly number[];
  onBases: (ids: number[]) => void;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const language = useLocale();
  const price = usePrice(SLUG);
  const names = useNames();
  const query = draft.values;
  // A base that was deleted meanwhile cannot be asked.
  const known = bases.filter((id) => names?.knowledge_bases.some((each) => each.id === id));
  const start = useMutation({
    ...executeCapabilityMutation(),
    onSuccess: ({ data }) => {
      draft.clear();
      return navigate({ search: (previous) => ({ ...previous, execution: data.id }) });
    },
  });
  if (names?.knowledge_bases.length === 0) {
    return (
      <EmptyState
        title={t.noBases}
        action={
          <Button variant="default" renderRoot={(props) => <Link {...BACK_LINK} to="/knowledge" {...props} />}>
            {t.toBases}
          </Button>
        }
      >
        {t.noBasesText}
      </EmptyState>
    );
  }
  return (
    <Card withBorder component="section" aria-label={t.question}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const settings = { query, language, ...(known.length > 0 && { kb_ids: known }) };
          start.mutate({ path: { slug: SLUG }, body: { settings } });
        }}
      >
        <Stack>
          <DraftNote draft={draft} />
          <Textarea
            ref={field}
            label={t.question}
            required
            autosize
            minRows={2}
            maxRows={10}
            value={query}
            error={fieldError(start.error, 'settings.query')}
            onChange={({ currentTarget }) => draft.change(currentTarget.value)}
          />
          <KnowledgeBaseSelect
            value={known}
            description={t.bases}
            error={fieldError(start.error, 'settings.kb_ids')}
            onChange={onBases}
          />
          {start.error && <ErrorAlert error={start.error} />}
          <Group>
            <Button type="submit" loading={start.isPending} disabled={query.trim() === ''}>
              {price === undefined ? t.ask : t.askFor(price)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
