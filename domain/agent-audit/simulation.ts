import type { DraftContent, StepOutput, StepResult } from '../capabilities/types.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import { countWords, cutAtWord, oneLine } from '../kernel/words.ts';

/** The output of a simulated step and its guardrail hits. */
export interface SimulatedStep {
  summary: string;
  /** null once the dry run has ended: only previews are stored. */
  output: StepOutput | null;
  drafts: DraftContent[];
  previews: Preview[];
  hits: GuardrailHit[];
}

/** The beginning of a text that an execution would produce. */
interface Preview {
  title: string;
  /** A content type or the type of another output. */
  type: string;
  /** null when a guardrail would block the text. */
  preview: string | null;
  word_count: number;
}

/** Length of a preview, characters: enough to judge a text, too little to use it, since a dry run is free. */
const MAX_PREVIEW_CHARACTERS = 280;
const MAX_TITLE_CHARACTERS = 120;

/** The result of a simulated step with its previews; a preparing step has none. */
export function simulated(
  title: string,
  { summary, output, drafts }: StepResult,
  { hits, isShown }: { hits: GuardrailHit[]; isShown: boolean },
): SimulatedStep {
  const isBlocked = hits.some(({ action }) => action === 'block');
  const texts =
    drafts.length > 0 ? drafts.map((draft) => ({ ...draft, type: draft.content_type })) : textsOf(title, output);
  const previews = isShown ? texts.map((text) => previewOf(text, isBlocked)) : [];
  return { summary, output, drafts, previews, hits };
}

/** The result without the full texts, as it is stored once the dry run has ended. */
export function withoutTexts(step: SimulatedStep): SimulatedStep {
  return { ...step, output: null, drafts: [] };
}

interface Text {
  title: string;
  type: string;
  body: string;
}

function previewOf({ title, type, body }: Text, isBlocked: boolean): Preview {
  return {
    title: isBlocked ? '' : oneLine(title, MAX_TITLE_CHARACTERS),
    type,
    preview: isBlocked ? null : cutAtWord(oneLine(body), MAX_PREVIEW_CHARACTERS),
    word_count: countWords(body),
  };
}

/** The texts of a result that is no content. */
function textsOf(title: string, output: StepOutput): Text[] {
  const { type } = output;
  switch (output.type) {
    case 'notes':
    case 'answer':
      return [{ title, type, body: output.text }];
    case 'findings':
      return [{ title, type, body: [output.summary, ...output.findings.map((each) => each.observation)].join(' ') }];
    case 'schedule':
      return output.entries.map((entry) => ({
        title: entry.title,
        type,
        body: `${entry.scheduled_at} ${entry.channel}: ${entry.description}`,
      }));
    case 'case_study':
      return [{ title: output.case_study_title, type, body: output.short_description }];
    case 'content':
      return [];
  }
}
