/** The parts of the service's answers that the demo looks at. */

export interface Execution {
  id: number;
  attributes: {
    status: string;
    progress_percentage: number;
    credits_used: number;
    retried_from: number | null;
  };
  relationships: { agent: { name: string } };
}

export interface ExecutionDetail extends Execution {
  attributes: Execution['attributes'] & {
    execution_plan: { summary: string; steps: PlannedStep[] } | null;
    step_results: StepResult[];
    generated_assets: ContentItem[];
    guardrails_triggered: { rule: string; step: string; action: string; message: string }[];
    error_message: string | null;
  };
}

export interface Score {
  overall_score: number;
  grade: string;
  breakdown: Record<string, number>;
  recommendations: { fix: string; earned: number; possible: number }[];
}

export interface PlannedStep {
  key: string;
  title: string;
  kind: string;
  depends_on: string[];
  estimated_credits: number;
}

export interface StepResult {
  key: string;
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  started_at: string | null;
  completed_at: string | null;
  credits_used: number;
  summary: string | null;
  reused_from: number | null;
  output?: object | null;
}

/** What a step leaves behind that answers a question. */
export interface Answer {
  text: string;
  citations: { number: number; document: string; section: string; quote: string }[];
}

export interface KnowledgeDocument {
  id: number;
  attributes: { status: string; passages: number };
}

interface ContentItem {
  id: number;
  attributes: {
    title: string;
    content_type: string;
    kanban_status: string;
    preview: string;
    word_count: number;
  };
}

export interface Usage {
  attributes: { plan: string; credits: { balance: number; held: number; available: number; used_today: number } };
}

export interface Capability {
  attributes: { slug: string; category: string; estimated_credits: number };
}

export interface Board {
  columns: Record<string, { label: string; count: number }>;
}

export interface GtmEvent {
  id: string;
  attributes: { title: string; scheduled_at: string; event_type_label: string };
}

export interface Subscription {
  subscription_url: string;
}
