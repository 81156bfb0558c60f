import { Box, useComputedColorScheme } from '@mantine/core';
import { Background, type Edge, type Node, Position, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import type { ExecutionDetail } from '../../api/generated/client/types.gen.ts';
import { useTranslations } from '../../i18n/translations.ts';
import type { StepStatus } from './model.ts';
import { translations } from './translations.ts';

type Attributes = ExecutionDetail['attributes'];
type Step = Pick<NonNullable<Attributes['execution_plan']>['steps'][number], 'key' | 'title' | 'depends_on'>;

const COLUMN_PX = 240;
const ROW_PX = 110;
const MAX_HEIGHT_PX = 380;
const MARGIN_PX = 40;
const BORDERS: Record<StepStatus, string> = {
  pending: 'var(--mw-line-strong)',
  running: 'var(--mw-info)',
  completed: 'var(--mw-success)',
  failed: 'var(--mw-danger)',
  cancelled: 'var(--mw-neutral)',
};

/** The plan as a graph from left to right. Hidden in narrow windows, where the timeline shows the same steps. */
export default function Plan({
  steps,
  results,
}: {
  steps: readonly Step[];
  /** What came of the steps; undefined of a plan that nobody has started. */
  results?: Attributes['step_results'];
}) {
  const t = useTranslations(translations);
  const colorMode = useComputedColorScheme('light');
  const statuses = new Map(results?.map(({ key, status }) => [key, status]));
  const depths = depthsOf(steps);
  const rows = new Map<number, number>();
  const nodes = steps.map(({ key, title }): Node => {
    const depth = depths.get(key) ?? 0;
    const row = rows.get(depth) ?? 0;
    rows.set(depth, row + 1);
    const status = statuses.get(key) ?? 'pending';
    return {
      id: key,
      position: { x: depth * COLUMN_PX, y: row * ROW_PX },
      data: { label: results ? `${title} (${t[status]})` : title },
      sourcePosition: Position.Right,
      targetPosition: Position.Left,
      style: { width: COLUMN_PX - 60, borderColor: 'var(--mw-line)', borderLeft: `3px solid ${BORDERS[status]}` },
    };
  });
  const edges = steps.flatMap(({ key, depends_on: dependsOn }) =>
    dependsOn.map(
      (dependency): Edge => ({
        id: `${dependency} ${key}`,
        source: dependency,
        target: key,
        animated: statuses.get(key) === 'running',
      }),
    ),
  );
  return (
    <Box visibleFrom="sm" h={Math.min(Math.max(...rows.values()) * ROW_PX + MARGIN_PX, MAX_HEIGHT_PX)}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        colorMode={colorMode}
        fitView
        fitViewOptions={{ maxZoom: 1 }}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        style={{ background: 'transparent' }}
        aria-label={t.plan}
      >
        <Background />
      </ReactFlow>
    </Box>
  );
}

/** Length of the longest path to each step. */
function depthsOf(steps: readonly Step[]): Map<string, number> {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const depths = new Map<string, number>();
  const depthOf = (key: string): number => {
    const cached = depths.get(key);
    if (cached !== undefined) return cached;
    // Set first, so that a cycle would not recurse forever.
    depths.set(key, 0);
    const dependency = byKey.get(key)?.depends_on ?? [];
    const depth = dependency.length === 0 ? 0 : 1 + Math.max(...dependency.map(depthOf));
    depths.set(key, depth);
    return depth;
  };
  for (const { key } of steps) depthOf(key);
  return depths;
}
