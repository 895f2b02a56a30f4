import type { Request } from '../../shared/api/client.ts';
import type { HookEffect, HookEvent } from '../../shared/sessions/contract.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { changesOf } from '../../shared/reservations/changed-places.ts';
import { linesOnly, type Place } from '../../shared/reservations/places.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import { idAtRelay } from '../replica/local-ids.ts';
import type { SessionFacts } from '../replica/replica.ts';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import type { PathResolver } from '../git/path-resolver.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { AgentWorkTrees } from './hook-conversations.ts';

/** One event name of the interface for each effect; the relay takes either family's. */
const eventOf: Record<HookEffect, HookEvent> = {
  start: 'sessionStart',
  check: 'preToolUse',
  acquire: 'postToolUse',
  prompt: 'beforeSubmitPrompt',
  end: 'sessionEnd',
  heartbeat: 'file_check',
};

export interface RequestFacts {
  readonly effect?: HookEffect;
  readonly filePath?: string;
  /** What is asked for, or was written. */
  readonly places?: readonly Place[];
  /** The id of the session that was in the way of a write. */
  readonly deniedBy?: string | undefined;
}

/** Writes the hook bodies that the relay gets: what happened, by path, symbol and line, and never the text of a file. */
export class HookBodies {
  constructor(
    private readonly paths: PathResolver,
    /** Undefined until the workspace is known for the first time. */
    private readonly workspaceSlug: () => string | undefined,
    private readonly agentWorkTrees: Pick<AgentWorkTrees, 'note'>,
  ) {}

  /** Undefined while no workspace is known, on the very first start. */
  bodyOf(call: HookCall, facts: RequestFacts = {}): Request<'hook'> | undefined {
    const workspaceSlug = this.workspaceSlug();
    if (workspaceSlug === undefined) return undefined;
    const { conversation, task, toolName, toolUseId } = call;
    const { filePath, places } = facts;
    const deniedBy = idAtRelay(facts.deniedBy);
    return {
      event: eventOf[facts.effect ?? call.effect],
      agent_type: call.agentType,
      workspace_slug: workspaceSlug,
      conversation_id: conversation.conversationId,
      branch: this.branchOf(call),
      ...(conversation.agentId !== '' && { agent_id: conversation.agentId }),
      ...(task !== undefined && { task }),
      ...(toolName !== undefined && { tool_name: toolName }),
      ...(toolUseId !== undefined && { tool_use_id: toolUseId }),
      ...(filePath !== undefined && { file_path: filePath }),
      ...(filePath !== undefined && places !== undefined && placesIn(filePath, places)),
      ...(deniedBy !== undefined && { denied_by: deniedBy }),
    };
  }

  /** What a hook says about its session. */
  sessionFactsOf(call: HookCall): SessionFacts {
    return { agentType: call.agentType, task: call.task, branch: this.branchOf(call) };
  }

  /** The branch of the work tree that the call writes in, or else works in. */
  private branchOf(call: HookCall): string {
    if (call.branch !== undefined) return call.branch;
    const workTree = this.workTreeOf(call);
    if (workTree !== undefined) this.agentWorkTrees.note(call.conversation, workTree.root);
    return this.paths.branchOf(workTree);
  }

  private workTreeOf(call: HookCall): WorkTree | undefined {
    const path = 'files' in call ? call.files[0]?.path : undefined;
    const resolved = path === undefined ? undefined : this.paths.resolve(path);
    if (resolved !== undefined && !isRefusal(resolved) && resolved.kind === 'inside') {
      return resolved.workTree;
    }
    return this.paths.workTreeOf(call.cwd);
  }
}

/** Without ids it is the whole file. Lines without a meaning are no symbol: only `changes` has them. */
function placesIn(
  path: string,
  places: readonly Place[],
): Pick<Request<'hook'>, 'symbol_ids' | 'changes'> {
  const names = places.map(({ symbol }) => symbol);
  const ids = symbolIdsUnlessWhole(
    path,
    names.filter((name) => name !== linesOnly),
  );
  const changes = changesOf(path, places);
  return { ...(ids.length > 0 && { symbol_ids: ids }), ...(changes && { changes }) };
}
