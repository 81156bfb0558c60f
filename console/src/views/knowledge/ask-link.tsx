import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './ask-translations.ts';

/** Leads to the questions, with a base chosen. */
export function AskLink({ base }: { base?: number }) {
  const t = useTranslations(translations);
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/knowledge/ask" search={{ base }} {...props} />}>
      {t.title}
    </Button>
  );
}
