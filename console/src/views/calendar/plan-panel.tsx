import { Button, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Section } from '../../components/page.tsx';
import { ErrorAlert, Loading } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations as boardTexts } from '../board/translations.ts';
import { carry } from './carried-text.ts';
import { MORNING } from './fields.ts';
import { dayIn, displayDays } from './times.ts';
import { translations } from './translations.ts';
import { MOST_TEXTS, TEXTS_AT_ONCE, type TextToPlan, useTextsToPlan } from './use-texts-to-plan.ts';

const route = getRouteApi('/calendar');

/** Texts that are not published yet, which are dragged to a day of the calendar, or put there by their buttons. */
export default function PlanPanel() {
  const t = useTranslations(translations);
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(TEXTS_AT_ONCE);
  const query = useTextsToPlan(search, most);
  const { texts = [], isMore = false } = query.data ?? {};
  return (
    <Section title={t.plan}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t.planLead}
        </Text>
        <TextInput
          type="search"
          label={t.planSearch}
          value={search}
          maxLength={200}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {query.error && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <Loading />}
        {query.isSuccess && texts.length === 0 && <Text size="sm">{search.trim() ? t.planNone : t.planEmpty}</Text>}
        {texts.length > 0 && (
          <ul className="plan-list" aria-label={t.plan}>
            {texts.map((text) => (
              <PlanCard key={text.id} text={text} />
            ))}
          </ul>
        )}
        {isMore && most < MOST_TEXTS && (
          <Button
            variant="default"
            loading={query.isPlaceholderData}
            onClick={() => setMost((now) => now + TEXTS_AT_ONCE)}
          >
            {t.planMore}
          </Button>
        )}
        {isMore && most >= MOST_TEXTS && <Text size="sm">{t.planRest}</Text>}
      </Stack>
    </Section>
  );
}

function PlanCard({ text: { id, attributes } }: { text: TextToPlan }) {
  const t = useTranslations(translations);
  const tBoard = useTranslations(boardTexts);
  const format = useFormat();
  const { date } = route.useSearch();
  // A day that was chosen, but for one that is over.
  const at = date !== undefined && date > dayIn(new Date()) ? `${date}${MORNING}` : undefined;
  const { title, calendar_event: event } = attributes;
  return (
    <li className="plan-card" draggable onDragStart={(event) => carry(event.dataTransfer, id)}>
      <Link to="/content/$id" params={{ id: String(id) }} dir="auto" draggable={false} preload={false}>
        {title}
      </Link>
      <p>
        {tBoard[attributes.kanban_status]} · {tBoard[attributes.content_type]}
      </p>
      {event && <p>{t.plannedFor(format.day(displayDays(event).from))}</p>}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t.planOne(title)}
        renderRoot={(props) => (
          <Link
            from="/calendar"
            to="."
            search={(now) => ({ ...now, event: 'new', at, content: id })}
            preload={false}
            draggable={false}
            {...props}
          />
        )}
      >
        {t.planButton}
      </Button>
    </li>
  );
}
