import { Button, FileButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showError } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { InputProblem } from '../../../lib/error-help.ts';
import { MAX_FILE_BYTES, templateIn } from './file.ts';
import type { TemplateFields } from './model.ts';
import { translations } from './translations.ts';

/** Reads the file of a template into the form. */
export function LoadButton({ onLoad }: { onLoad: (template: TemplateFields) => void }) {
  const t = useTranslations(translations);
  const load = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) throw new InputProblem(t.tooLarge);
    const template = templateIn(await file.text());
    if (typeof template === 'string') throw new InputProblem(t[template]);
    onLoad(template);
    notifications.show({ message: t.loadedMessage });
  };
  return (
    <FileButton accept=".json,application/json" onChange={(file) => file && load(file).catch(showError)}>
      {(props) => (
        <Button {...props} variant="default">
          {t.load}
        </Button>
      )}
    </FileButton>
  );
}
