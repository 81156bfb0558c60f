import { assertRows, checkRows } from '../../infra/database/sql.ts';

// jest runs this before each test file: what statements answer is held against the columns that they declare.
checkRows(assertRows);
