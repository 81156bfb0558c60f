export type { McpCallRow, McpChangeKind, McpChangeRow, McpLogLevel, McpSessionRow } from './table.ts';
