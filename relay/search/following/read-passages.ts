import { pathKey } from '../../../shared/kernel/paths.ts';
import { selectConventionsAfter, selectConventionsById } from '../../conventions/queries.ts';
import { selectDecisionsAfter, selectDecisionsById } from '../../decisions/queries.ts';
import { selectLearningsAfter, selectLearningsById } from '../../learnings/queries.ts';
import { selectMeetingsAfter, selectMeetingsById } from '../../meetings/queries.ts';
import type { Database } from '../../store/database.ts';
import { selectSymbolsAfter, selectSymbolsOfFiles } from '../../symbol-graph/queries.ts';
import type { ChangedRecords } from './changed-records.ts';
import type { Passage } from '../port.ts';
import {
  conventionPassage,
  decisionPassage,
  learningPassage,
  meetingPassage,
  symbolPassage,
} from './record-passages.ts';

type Db = Database['reader'];
type Pages = AsyncGenerator<readonly Passage[], void>;

const pageSize = 500;
const filesAtOnce = 50;

/** The passages of all records of a workspace, in pages of at most 500. */
export async function* allPassages(db: Db, workspaceId: string): Pages {
  yield* pages((page) => selectDecisionsAfter(db, workspaceId, page), decisionPassage, idOf);
  yield* pages((page) => selectConventionsAfter(db, workspaceId, page), conventionPassage, idOf);
  yield* pages((page) => selectLearningsAfter(db, workspaceId, page), learningPassage, idOf);
  yield* pages((page) => selectMeetingsAfter(db, workspaceId, page), meetingPassage, idOf);
  yield* pages((page) => selectSymbolsAfter(db, workspaceId, page), symbolPassage, keyOf);
}

/** The passages of the records that changed, as the records are now. */
export async function* passagesOf(db: Db, workspaceId: string, changed: ChangedRecords): Pages {
  const { decisions, conventions, learnings, meetings, files } = changed;
  const passages = [
    ...(await selectDecisionsById(db, workspaceId, decisions)).map(decisionPassage),
    ...(await selectConventionsById(db, workspaceId, conventions)).map(conventionPassage),
    ...(await selectLearningsById(db, workspaceId, learnings)).map(learningPassage),
    ...(await selectMeetingsById(db, workspaceId, meetings)).map(meetingPassage),
  ];
  if (passages.length > 0) yield passages;
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const fileKeys = files.slice(at, at + filesAtOnce).map(pathKey);
    const symbols = await selectSymbolsOfFiles(db, workspaceId, fileKeys);
    if (symbols.length > 0) yield symbols.map(symbolPassage);
  }
}

async function* pages<Row>(
  load: (page: { after: string; limit: number }) => Promise<Row[]>,
  toPassage: (row: Row) => Passage,
  positionOf: (row: Row) => string,
): Pages {
  for (let after = ''; ;) {
    const rows = await load({ after, limit: pageSize });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toPassage);
    after = positionOf(last);
  }
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function keyOf({ key }: { readonly key: string }): string {
  return key;
}
