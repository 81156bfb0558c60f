import { z } from 'zod';
import { type PlannedStep, STEP_KINDS } from '../../domain/capabilities/types.ts';
import { countSchema, presenter } from '../resource.ts';

/** The fields of a step that a plan shows. */
type ShownStep = Pick<PlannedStep, 'key' | 'title' | 'kind' | 'depends_on' | 'estimated_credits'>;

const plannedStep = z
  .object({
    key: z.string(),
    title: z.string(),
    kind: z.enum(STEP_KINDS),
    depends_on: z.array(z.string()),
    estimated_credits: countSchema,
  })
  .meta({ title: 'PlannedStep' });

/** The plan of an execution, step by step. */
export const planPresenter = presenter(
  z.object({ summary: z.string(), steps: z.array(plannedStep) }).meta({ title: 'Plan' }),
  ({ summary, steps }: { summary: string; steps: readonly ShownStep[] }) => ({
    summary,
    steps: steps.map(({ key, title, kind, depends_on, estimated_credits }) => ({
      key,
      title,
      kind,
      depends_on,
      estimated_credits,
    })),
  }),
);
