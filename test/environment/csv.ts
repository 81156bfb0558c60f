import { spawnSync } from 'node:child_process';

/** The rows of a CSV file by RFC 4180; a bare CR or LF outside of quotes ends a row too, as in spreadsheets. */
export function readCsv(file: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/gy;
  while (cells.lastIndex < file.length) {
    const match = cells.exec(file);
    if (!match) throw new Error('A quote stands within a cell that has none around it.');
    const [, quoted, bare = '', end] = match;
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const READ = `import csv, io, json, sys
json.dump([list(csv.reader(io.StringIO(file, newline=''), strict=True)) for file in json.load(sys.stdin)], sys.stdout)`;

/** Whether there is a Python to read with. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

/** The rows of each CSV file as Python's csv module reads them, strictly. Throws when it cannot. */
export function readCsvByPython(files: readonly string[]): string[][][] {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', READ], {
    input: JSON.stringify(files),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
