import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brokenMessage, type ConventionRule } from '../../shared/conventions/rules.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { placeNamed, wholeFile, type Place } from '../../shared/reservations/places.ts';
import { ownerName, type FileChanges } from '../changes/file-changes.ts';
import type { PathResolver, RepositoryFile } from '../git/path-resolver.ts';
import type { TeamKnowledgeCache } from '../knowledge/team-knowledge-cache.ts';
import type { WrittenSymbols } from '../knowledge/written-symbols.ts';
import type { Replica } from '../replica/replica.ts';
import type { FileStates } from '../work-trees/file-states.ts';
import type { Change } from '../work-trees/expected-write.ts';
import type { WorkTrees } from '../work-trees/work-trees.ts';
import type { FileCall, HookCall } from '../../shared/clients/common/hook-call.ts';
import { joined, racedMessage } from './notices/messages.ts';
import type { NotificationQueue } from './notices/notification-queue.ts';
import type { FileReserver } from './reserve.ts';

/** A shell command of one conversation, running or just over. */
interface ShellCall {
  readonly call: HookCall;
  /** When git last moved HEAD before the command: what a checkout changes is not an edit. */
  readonly headMovedAtMs: number;
  endedAtMs: number | undefined;
  /** The conventions that its agent was told it broke. */
  readonly toldRules: Set<string>;
}

export interface ShellWritesDependencies {
  readonly clock: Clock;
  readonly replica: Pick<Replica, 'sessionOf' | 'liveReservationsOf'>;
  readonly paths: PathResolver;
  readonly files: Pick<FileStates, 'isAsCommitted' | 'isExpected' | 'noticed' | 'unseenChange'>;
  readonly changes: Pick<FileChanges, 'placesOf'>;
  readonly workTrees: Pick<WorkTrees, 'start' | 'refresh'>;
  readonly knowledge: Pick<TeamKnowledgeCache, 'findForbiddingConvention'>;
  readonly reserver: FileReserver;
  readonly symbols: Pick<WrittenSymbols, 'expect' | 'publish'>;
  readonly notifications: NotificationQueue;
}

/** The watcher reports changes a moment after they happened. */
const graceMs = 500;
/** More files than this at once are a checkout or a generator, not an agent's edit. */
const maxFiles = 100;

/**
 * Writes that no hook reports: what the watcher sees change while exactly one conversation runs a shell command is that
 * conversation's edit, and is reserved like any other. A change of unknown origin is nobody's, and nothing is reserved (SYM-6).
 */
export class ShellWrites {
  private readonly shells = new Map<string, ShellCall>();

  constructor(private readonly deps: ShellWritesDependencies) {}

  /** A hook says that a shell command begins or has ended. */
  note(call: HookCall): void {
    const { conversationId, agentId } = call.conversation;
    const key = `${conversationId}\n${agentId}`;
    const shell = this.shells.get(key);
    const nowMs = this.deps.clock.now();
    if (call.shell === 'ended') {
      if (shell !== undefined) shell.endedAtMs ??= nowMs;
      return;
    }
    const workTree = this.deps.paths.workTreeOf(call.cwd);
    if (workTree !== undefined) this.deps.workTrees.start(workTree);
    const headMovedAtMs = workTree === undefined ? 0 : headMovedAt(workTree);
    this.shells.set(key, { call, headMovedAtMs, endedAtMs: undefined, toldRules: new Set() });
  }

  /** The conversation ended, and its subagents with it: what changes from now on is not its doing. */
  forget({ conversationId, agentId }: ConversationKey): void {
    for (const [key, { call }] of this.shells) {
      const { conversation } = call;
      const isOwn = agentId === '' || conversation.agentId === agentId;
      if (isOwn && conversation.conversationId === conversationId) this.shells.delete(key);
    }
  }

  /** The watcher saw files change. Removing a whole work tree is no edit of its files. */
  async changed(workTree: WorkTree, paths: readonly string[]): Promise<void> {
    if (!existsSync(join(workTree.root, '.git'))) return;
    const shell = this.soleShell(workTree);
    if (shell === undefined || paths.length > maxFiles) {
      for (const path of paths) this.deps.files.noticed({ workTree, path });
      return this.deps.workTrees.refresh(workTree, paths);
    }
    const written: RepositoryFile[] = [];
    for (const path of paths) {
      const target = this.deps.paths.resolve(join(workTree.root, path));
      if (isRefusal(target) || target.kind === 'outside') continue;
      if (this.deps.files.isExpected(target))
        await this.deps.workTrees.refresh(workTree, [target.path]);
      else if (await this.attribute(shell.call, target)) written.push(target);
    }
    await this.tellRules(shell, written);
  }

  /** CNV-7: no hook could deny what the command wrote. Its agent is told once for each rule, and not of what it took back. */
  private async tellRules(
    { call, toldRules }: ShellCall,
    written: readonly RepositoryFile[],
  ): Promise<void> {
    const { files, knowledge, notifications } = this.deps;
    const broken = new Map<ConventionRule, string[]>();
    for (const target of written) {
      const rule = knowledge.findForbiddingConvention(target.path);
      if (rule === undefined || (await files.isAsCommitted(target))) continue;
      broken.set(rule, [...(broken.get(rule) ?? []), target.path]);
    }
    for (const [rule, paths] of broken) {
      if (toldRules.has(rule.id)) continue;
      toldRules.add(rule.id);
      notifications.add(call.conversation, brokenMessage(rule, paths));
    }
  }

  /** Whether the command has changed the file; then it is reserved. */
  private async attribute(shell: HookCall, target: RepositoryFile): Promise<boolean> {
    this.deps.symbols.expect(target);
    const change = await this.deps.files.unseenChange(target);
    const places = await this.placesOf(shell, target, change);
    if (places.length === 0) return false;
    const call: FileCall = {
      ...shell,
      effect: 'acquire',
      files: [{ path: join(target.workTree.root, target.path) }],
      toolUseId: undefined,
      idempotencyKey: undefined,
    };
    const { reserver, symbols } = this.deps;
    const answer = await reserver.reserve(call, { target, places });
    if (isRefusal(answer)) return true;
    const author = { conversation: shell.conversation, sessionId: answer.session_id };
    const impact = change && (await symbols.publish([{ target, change }], author));
    const message = joined(answer.message, racedMessage(answer.conflicts), impact);
    if (message !== undefined) this.deps.notifications.add(shell.conversation, message);
    return true;
  }

  private async placesOf(
    { conversation }: HookCall,
    target: RepositoryFile,
    change: Change | undefined,
  ): Promise<readonly Place[]> {
    const { changes, replica, workTrees } = this.deps;
    await workTrees.refresh(target.workTree, [target.path]);
    if (change === undefined) return [placeNamed(wholeFile)];
    const own = replica.liveReservationsOf(conversation, target.key);
    return changes.placesOf(target, { owner: ownerName(conversation), change, own });
  }

  /** The one shell that can have done it; undefined when there is none, or more than one, or git moved HEAD. */
  private soleShell(workTree: WorkTree): ShellCall | undefined {
    const nowMs = this.deps.clock.now();
    for (const [key, { call, endedAtMs }] of this.shells) {
      const isOver = endedAtMs !== undefined && nowMs - endedAtMs > graceMs;
      const isLost = this.deps.replica.sessionOf(call.conversation)?.active === false;
      if (isOver || isLost) this.shells.delete(key);
    }
    const [shell, ...others] = this.shells.values();
    if (shell === undefined || others.length > 0) return undefined;
    return headMovedAt(workTree) > shell.headMovedAtMs ? undefined : shell;
  }
}

/** The reflog grows whenever HEAD moves; 0 without one. */
function headMovedAt({ gitDir }: WorkTree): number {
  return statSync(join(gitDir, 'logs', 'HEAD'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
