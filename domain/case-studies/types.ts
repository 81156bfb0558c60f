import type { CaseStudyGenerationRow, CaseStudyRow } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'case_study.generate': {
      generationId: number;
      rowKey: string;
      partnerId: number;
      sandbox: boolean;
      requestId: string;
    };
  }
}

/** A case study in lists. */
export type CaseStudySummary = Pick<
  CaseStudyRow,
  | 'id'
  | 'company_name'
  | 'case_study_title'
  | 'short_description'
  | 'status'
  | 'is_public'
  | 'country'
  | 'industry_verticals'
  | 'use_cases'
  | 'start_date'
  | 'end_date'
  | 'sandbox'
  | 'created_at'
  | 'updated_at'
> & { has_generated_content: boolean };

/** A case study with the state of its generation, if any. */
export type CaseStudy = CaseStudyRow & { generation: Pick<CaseStudyGenerationRow, 'status' | 'error'> | null };
