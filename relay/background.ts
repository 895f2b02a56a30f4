import type { RelayOptions } from './config.ts';
import type { Core } from './core.ts';
import type { TranscriptReading } from './meetings/reading/read.ts';
import { ReadingThread, readingHere } from './meetings/reading/reading-thread.ts';
import { ContractComparison } from './published-contracts/comparison.ts';
import { SearchFollower } from './search/following/follower.ts';
import { knowledgeSearch, type KnowledgeSearch } from './search/knowledge-search.ts';
import { TeamNotifier } from './sessions/team-notifier.ts';
import type { SessionReader } from './sessions/session-reader.ts';
import { newestSeq } from './store/event-queries.ts';
import { Proposer } from './traces/proposer.ts';

/** What works behind the answers: it follows the logs, or asks a language model. */
export interface Background {
  readonly search: KnowledgeSearch;
  readonly notifier: TeamNotifier;
  /** Undefined without a language model. */
  readonly proposer: Proposer | undefined;
  readonly transcripts: TranscriptReading;
  readonly comparison: ContractComparison;
  /** How many logs it follows; none of them is a client's stream. */
  followedLogs(): number;
  start(): Promise<void>;
  /** To be called once no more requests come. */
  close(): Promise<void>;
}

export function buildBackground(
  core: Core,
  sessions: SessionReader,
  { search: index, languageModel, transcriptReader }: RelayOptions,
): Background {
  const { database, commandRunner, onError } = core;
  const follower = new SearchFollower({ ...core, index });
  const notifier = buildNotifier(core, sessions);
  const proposer =
    languageModel === undefined ? undefined : new Proposer(commandRunner, languageModel, onError);
  const transcripts = transcriptReader
    ? readingHere(transcriptReader)
    : new ReadingThread({ onError });
  const comparison = new ContractComparison(onError);
  return {
    search: knowledgeSearch(database, follower, index),
    notifier,
    proposer,
    transcripts,
    comparison,
    followedLogs: () => follower.size + notifier.size,
    start: () => follower.start(),
    async close() {
      await transcripts.close();
      await comparison.close();
      await proposer?.close();
      await notifier.close();
      await follower.close();
      await index.close();
    },
  };
}

function buildNotifier(
  { database, broadcaster, onError }: Core,
  sessions: SessionReader,
): TeamNotifier {
  return new TeamNotifier({
    broadcaster,
    onError,
    newestSeq: (workspaceId) => newestSeq(database.reader, workspaceId),
    // Who is on a branch; reading every reservation for that would keep the hooks waiting.
    async active(workspaceId) {
      return (await sessions.around(workspaceId, { keys: [], sessionId: '' })).sessions;
    },
  });
}
