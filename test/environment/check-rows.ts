import { checkRows } from '../../infra/database/sql.ts';
import { assertRows } from './assert-rows.ts';

// jest runs this before each test file: what statements answer is held against the columns that they declare.
checkRows(assertRows);
