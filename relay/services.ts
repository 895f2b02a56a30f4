import type { JsonOperationName } from '../shared/api/operations.ts';
import { authService } from './auth/service.ts';
import { buildBackground, type Background } from './background.ts';
import type { RelayOptions } from './config.ts';
import { branchService } from './branches/service.ts';
import { conventionService } from './conventions/service.ts';
import type { Core } from './core.ts';
import { decisionService } from './decisions/service.ts';
import { gateService } from './gate/service.ts';
import { historyService } from './history/service.ts';
import { graphService } from './graph/service.ts';
import type { ServiceDependencies } from './kernel/dependencies.ts';
import type { Handlers } from './kernel/handlers.ts';
import { invitationService } from './invitations/service.ts';
import { keyService } from './keys/service.ts';
import { learningService } from './learnings/service.ts';
import { sourceReader } from './learnings/sources.ts';
import { LiveMeetings } from './meetings/live/live-meetings.ts';
import { meetingService } from './meetings/service.ts';
import { negotiationService } from './negotiations/service.ts';
import { publishedContractService } from './published-contracts/service.ts';
import { radarService } from './radar/service.ts';
import { reservationService } from './reservations/service.ts';
import { aboutService } from './about/service.ts';
import { sessionService } from './sessions/service.ts';
import { sessionReader } from './sessions/session-reader.ts';
import { symbolService } from './symbols/service.ts';
import { knowledgeReader, workReader, cachedKnowledgeReader } from './sync/knowledge.ts';
import { syncService } from './sync/service.ts';
import { taskService } from './tasks/service.ts';
import { memberRecords } from './traces/member-records.ts';
import { traceService } from './traces/service.ts';
import { usageService } from './usage/service.ts';
import { userService } from './users/service.ts';
import { waitService } from './waits/service.ts';
import { workPackageService } from './work-packages/service.ts';
import { workspaceService } from './workspaces/service.ts';
import { workstreamService } from './workstreams/service.ts';

export interface Services {
  /** For each operation but `validateKey`, which the transport answers, what carries it out. */
  readonly handlers: Handlers<Exclude<JsonOperationName, 'validateKey'>>;
  readonly liveMeetings: LiveMeetings;
  readonly background: Background;
}

/** Every service of the relay, wired once. */
export function buildServices(core: Core, options: RelayOptions): Services {
  const sessions = sessionReader(core);
  const background = buildBackground(core, sessions, options);
  const { search, notifier, proposer, transcripts } = background;
  const { languageModel } = options;
  const meetings = { ...core, languageModel, transcripts };
  const knowledgeServices = listKnowledgeServices(meetings, background);
  const workServices = listWorkServices({ ...core, comparison: background.comparison });
  const readers = {
    sessions,
    knowledge: cachedKnowledgeReader(knowledgeReader(knowledgeServices), core),
    work: workReader(workServices),
  };
  const onRevoked = () => {
    core.authenticator.clearCache();
    core.streams.recheck().catch(core.onError);
  };
  const handlers: Services['handlers'] = {
    ...aboutService({
      ...core,
      openStreams: () => core.broadcaster.size - background.followedLogs(),
      residentBytes: options.residentBytes ?? (() => 0),
    }),
    ...authService({ ...core, onRevoked }, options.identityProvider),
    ...userService(core),
    ...keyService({ ...core, onRevoked }),
    ...workspaceService({
      ...core,
      sessions,
      records: memberRecords(core.database),
      onRemoved: (id) => void core.streams.recheck(id).catch(core.onError),
      takesAudio: options.speechModel !== undefined,
      hasLanguageModel: options.languageModel !== undefined,
    }),
    ...usageService(core),
    ...invitationService(core),
    ...sessionService({ ...core, ...readers, notifier }),
    ...reservationService(core),
    ...syncService({ ...core, ...readers }),
    ...symbolService({ ...core, search }),
    ...traceService({ ...core, proposer }),
    ...meetingService(meetings),
    ...graphService(core),
    ...historyService({ ...core, hadDaemon: (id) => core.streams.hadDaemon(id) }),
    ...knowledgeServices,
    ...workServices,
  };
  return { handlers, background, liveMeetings: new LiveMeetings(meetings) };
}

/** The slices whose lists say what the team knows. */
function listKnowledgeServices(
  dependencies: ServiceDependencies & Pick<Core, 'told'> & Pick<RelayOptions, 'languageModel'>,
  { search }: Background,
) {
  const { database, languageModel } = dependencies;
  return {
    ...decisionService({ ...dependencies, search }),
    ...conventionService(dependencies),
    ...learningService({ ...dependencies, languageModel, search, sources: sourceReader(database) }),
  };
}

/** The slices whose lists say what the team works on. */
function listWorkServices(dependencies: ServiceDependencies & Pick<Background, 'comparison'>) {
  return {
    ...workstreamService(dependencies),
    ...taskService(dependencies),
    ...negotiationService(dependencies),
    ...waitService(dependencies),
    ...publishedContractService(dependencies),
    ...gateService(dependencies),
    ...branchService(dependencies),
    ...radarService(dependencies),
    ...workPackageService(dependencies),
  };
}
