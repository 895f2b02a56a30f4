import { itemsOf } from '../../shared/contract/fields.ts';
import type { Input, Output } from '../../shared/api/operations.ts';
import { fitsFrom } from '../../shared/decisions/fit.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { LearningRecord, learningOperations } from '../../shared/learnings/contract.ts';
import { sessionIdOf } from '../sessions/callers-session.ts';
import { answerPrompt, passagesAnswer, type Source } from './answer.ts';
import { momentCursor, momentOf } from '../kernel/cursor.ts';
import { fileOf, filesOf } from '../kernel/files.ts';
import { cutPage, type Handlers } from '../kernel/handlers.ts';
import { answerTo } from '../../shared/models/answer-prompt.ts';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import type { KnowledgeSearch } from '../search/knowledge-search.ts';
import { titleOf } from './title.ts';
import type { Hit } from '../search/port.ts';
import type { ToldRecorder } from '../decisions/told.ts';
import type { Database } from '../store/database.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Scope } from '../access/authorizer.ts';
import type { CommandRunner } from '../access/command-runner.ts';
import * as queries from './queries.ts';

/** The records that hits stand for, in the order of the hits. */
export type SourceReader = (workspaceId: string, hits: readonly Hit[]) => Promise<Source[]>;

export interface LearningDependencies {
  readonly database: Database;
  readonly commandRunner: CommandRunner;
  readonly search: KnowledgeSearch;
  readonly sources: SourceReader;
  readonly languageModel: LanguageModel | undefined;
  readonly onError: (error: unknown) => void;
  readonly told: ToldRecorder;
}

export function learningService(
  dependencies: LearningDependencies,
): Handlers<keyof typeof learningOperations> {
  const { database, commandRunner, told } = dependencies;
  return {
    async learn(input, call) {
      const files = filesOf(input.files);
      if (isRefusal(files)) return files;
      return commandRunner.run(call, { id: input.id }, 'member', (transaction, scope) =>
        keep(transaction, scope, { ...input, files }),
      );
    },
    async listLearnings({ id, type, file, learned_by: learnedBy, limit, before }) {
      const moment = momentOf(before);
      if (isRefusal(moment)) return moment;
      const path = fileOf(file);
      if (isRefusal(path)) return path;
      const toRead = path === undefined ? limit + 1 : maxScanned;
      const page = { type, learnedBy, limit: toRead, before: moment };
      const found = (await queries.selectLearnings(database.reader, id, page)).map(toRecord);
      const wanted = path === undefined ? found : found.filter((one) => isAbout(one, path));
      const { rows, nextCursor } = cutPage(wanted, limit, cursorOf);
      // Older ones may be of the file too: the next page goes on after the last one looked at.
      const last = found.length === maxScanned ? found.at(-1) : undefined;
      return { learnings: [...rows], next_cursor: nextCursor ?? (last && cursorOf(last)) };
    },
    async ask(input, { caller }) {
      const { id: workspaceId, session_id: named } = input;
      const { userId } = caller;
      const sessionId = await sessionIdOf(database.reader, { workspaceId, userId, named });
      if (isRefusal(sessionId)) return sessionId;
      const found = await answer(dependencies, input);
      const decisionIds = found.sources.flatMap(({ id, kind }) => (kind === 'decision' ? id : []));
      told.note({ workspaceId, userId, sessionId, decisionIds, by: 'ask' });
      return found;
    },
  };
}

function cursorOf({ id, created_at: createdAt }: LearningRecord): string {
  return momentCursor({ createdAt: Date.parse(createdAt), id });
}

/** How many notes one call looks at to find those of one file. */
const maxScanned = 5_000;

async function keep(
  { connection, log, nowMs }: Transaction,
  { workspaceId, caller }: Scope,
  { insight, type, tags, files }: Omit<Input<'learn'>, 'files'> & { files: readonly string[] },
): Promise<LearningRecord | Refusal> {
  const row = {
    id: newId('learning'),
    workspace_id: workspaceId,
    insight,
    type,
    tags: JSON.stringify(itemsOf(tags)),
    files: JSON.stringify(files),
    learned_by: caller.userId,
    created_at: nowMs,
  };
  await queries.insertLearning(connection.kysely, row);
  const learning = { id: row.id, insight: titleOf(insight), type, files: [...files] };
  log.append(workspaceId, { type: 'learning_recorded', learning, user: caller.name });
  return toRecord({ ...row, learned_by_name: caller.name });
}

const answerKinds = ['decision', 'learning', 'convention', 'meeting'] as const;

/**
 * The answer of a language model where there is one; the passages that fit otherwise, and when it does not answer. A model is shown
 * the weak ones beside them, for it leaves out what is of no use. Where nothing fits no model is asked (ASK-4).
 */
async function answer(
  { search, sources, languageModel, onError }: LearningDependencies,
  { id: workspaceId, question, limit }: Input<'ask'>,
): Promise<Output<'ask'>> {
  const asked = { workspaceId, kinds: answerKinds, query: question, limit };
  const { hits } = await search.searchFitting(asked);
  const found = await sources(workspaceId, hits);
  const similarity = new Map(hits.map((hit) => [hit.id, hit.similarity]));
  const named = found.map(({ id, kind, title }) => {
    return { id, kind, title, similarity: similarity.get(id) ?? 0 };
  });
  const fits = named.filter((one) => one.similarity >= fitsFrom);
  const fitting = new Set(fits.map(({ id }) => id));
  const passages = {
    answer: passagesAnswer(found.filter(({ id }) => fitting.has(id))),
    sources: fits,
    method: 'passages',
  };
  if (languageModel === undefined || fits.length === 0) return passages;
  try {
    const text = await answerTo(languageModel, answerPrompt(question, found));
    if (text === '') return passages;
    return { answer: text, sources: named, method: `language model:${languageModel.name}` };
  } catch (error) {
    onError(error);
    return passages;
  }
}

function isAbout({ files }: LearningRecord, path: string): boolean {
  return files.some((file) => pathKey(file) === pathKey(path));
}

function toRecord(row: queries.Learning): LearningRecord {
  return {
    id: row.id,
    insight: row.insight,
    type: row.type as LearningRecord['type'],
    tags: JSON.parse(row.tags) as string[],
    files: JSON.parse(row.files) as string[],
    learned_by: row.learned_by,
    learned_by_name: row.learned_by_name,
    created_at: toTimestamp(row.created_at),
  };
}
