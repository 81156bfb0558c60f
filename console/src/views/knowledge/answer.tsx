import { Alert, Anchor, Blockquote, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { getExecutionOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ExecutionDetail } from '../../api/generated/client/types.gen.ts';
import { Section } from '../../components/page.tsx';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { isOpen } from '../executions/model.ts';
import { useLiveExecution } from '../executions/use-live-execution.ts';
import {
  type Answer,
  answerOf,
  type Citation,
  nearestOf,
  piecesOf,
  type ReadPassage,
  type Source,
} from './answer-of.ts';
import { translations } from './ask-translations.ts';

/** The capability that answers. */
export const SLUG = 'knowledge_base_query';

/** Puts a question into the form; undefined for whoever may not ask. */
type Ask = ((question: string) => void) | undefined;

/** A question that was asked: its work, live, and its answer. */
export function AnswerSection({ id, onAsk }: { id: number; onAsk: Ask }) {
  const t = useTranslations(translations);
  const query = useQuery(getExecutionOptions({ path: { id } }));
  const { status, settings } = query.data?.data.attributes ?? {};
  useLiveExecution(id, status !== undefined && isOpen(status));
  const question = settings?.['query'];
  return (
    <Section title={t.answer}>
      {/* What it says changes while the person waits, and is read out then. */}
      <Stack aria-live="polite" aria-busy={status !== undefined && isOpen(status)}>
        {typeof question === 'string' && (
          <Text fw={600} className="pre-wrap" dir="auto">
            {question}
          </Text>
        )}
        <QueryContent query={query}>{({ data }) => <Outcome execution={data} onAsk={onAsk} />}</QueryContent>
      </Stack>
    </Section>
  );
}

function Outcome({ execution: { id, attributes }, onAsk }: { execution: ExecutionDetail; onAsk: Ask }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { status, capability, waiting, error_message: reason, credits_used: credits, settings } = attributes;
  const again = () => onAsk?.(String(settings['query'] ?? ''));
  const link = (
    <Link to="/executions/$id" params={{ id: String(id) }}>
      {t.execution(String(id))}
    </Link>
  );
  if (capability !== SLUG) {
    return (
      <EmptyState title={t.otherWork} action={link}>
        {t.otherWorkText}
      </EmptyState>
    );
  }
  if (isOpen(status)) {
    return (
      <>
        <Text size="sm">{waiting ? t.waits(waiting.reason, format.dateTime(waiting.until)) : t.reading}</Text>
        <Progress value={attributes.progress_percentage} aria-label={t.reading} />
      </>
    );
  }
  const answer = answerOf(attributes);
  if (answer) {
    return (
      <>
        {answer.citations.length === 0 ? (
          <Unanswered nearest={nearestOf(attributes)} />
        ) : (
          <Answered answer={answer} onAsk={onAsk} />
        )}
        <Text size="sm" c="dimmed">
          {t.details(format.number(credits))} · {link}
        </Text>
      </>
    );
  }
  const isCancelled = status === 'cancelled';
  return (
    <Alert
      color={isCancelled ? 'yellow' : 'red'}
      variant="outline"
      title={isCancelled ? t.cancelled : t.failed}
      role="alert"
    >
      <Stack gap="sm">
        {reason && <Text size="sm">{reason}</Text>}
        <Text size="sm">{isCancelled ? t.cancelledText : t.failedText}</Text>
        <Group gap="sm">
          {onAsk && (
            <Button size="xs" variant="default" onClick={again}>
              {t.again}
            </Button>
          )}
          {link}
        </Group>
      </Stack>
    </Alert>
  );
}

function Answered({ answer, onAsk }: { answer: Answer; onAsk: Ask }) {
  const t = useTranslations(translations);
  const prefix = useId();
  const idOf = (number: number) => `${prefix}${number}`;
  return (
    <>
      <Text component="p" dir="auto">
        {piecesOf(answer).map((piece, index) =>
          typeof piece === 'string' ? (
            piece
          ) : (
            <Anchor
              // biome-ignore lint/suspicious/noArrayIndexKey: an answer never changes
              key={index}
              component="button"
              type="button"
              inline
              aria-label={t.citation(String(piece))}
              onClick={() => document.getElementById(idOf(piece))?.focus()}
            >
              [{piece}]
            </Anchor>
          ),
        )}
      </Text>
      <Title order={3} size="h6">
        {t.citations}
      </Title>
      <Stack component="ol" className="unstyled" gap="sm" aria-label={t.citations}>
        {answer.citations.map((citation) => (
          <li key={citation.number} id={idOf(citation.number)} tabIndex={-1}>
            <Cited citation={citation} />
          </li>
        ))}
      </Stack>
      {answer.suggestions.length > 0 && onAsk && (
        <>
          <Title order={3} size="h6">
            {t.next}
          </Title>
          <Group gap="xs">
            {answer.suggestions.map((suggestion) => (
              <Button
                key={suggestion}
                size="compact-sm"
                variant="default"
                styles={{
                  root: { height: 'auto', paddingBlock: 4 },
                  label: { whiteSpace: 'normal', textAlign: 'start', overflow: 'visible' },
                }}
                onClick={() => onAsk(suggestion)}
              >
                {suggestion}
              </Button>
            ))}
          </Group>
        </>
      )}
    </>
  );
}

/** A person may see in a passage what a model did not. */
function Unanswered({ nearest }: { nearest: readonly ReadPassage[] }) {
  const t = useTranslations(translations);
  return (
    <>
      <EmptyState title={t.unanswered}>{t.unansweredText}</EmptyState>
      {nearest.length > 0 && (
        <>
          <Title order={3} size="h6">
            {t.nearest}
          </Title>
          <Stack component="ol" className="unstyled" gap="sm" aria-label={t.nearest}>
            {nearest.map((passage, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change
              <li key={index}>
                <Blockquote p="sm" color="gray">
                  <Text className="pre-wrap" size="sm" mb={4} dir="auto" lineClamp={6}>
                    {passage.text}
                  </Text>
                  <SourceLine source={passage} label={t.openNearest(t.cited(passage.document, passage.section))} />
                </Blockquote>
              </li>
            ))}
          </Stack>
        </>
      )}
    </>
  );
}

function Cited({ citation }: { citation: Citation }) {
  const { number, quote } = citation;
  const t = useTranslations(translations);
  return (
    <Blockquote p="sm" color="brand">
      <Text className="pre-wrap" size="sm" mb={4} dir="auto">
        [{number}] {quote}
      </Text>
      <SourceLine source={citation} quote={quote} label={t.openPassageOf(String(number))} />
    </Blockquote>
  );
}

/** Document and section, and the way to the passage, where the quote is marked. */
function SourceLine({ source, quote, label }: { source: Source; quote?: string; label: string }) {
  const { document, section, place } = source;
  const t = useTranslations(translations);
  return (
    <Text size="sm">
      <cite>{t.cited(document, section)}</cite>
      {place && (
        <>
          {' · '}
          <Link
            to="/knowledge/$id/documents/$document"
            params={{ id: String(place.base), document: String(place.document) }}
            search={{ passage: place.passage, ...(quote !== undefined && { quote }) }}
            aria-label={label}
          >
            {t.openPassage}
          </Link>
        </>
      )}
    </Text>
  );
}
