import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ConventionRule } from '../../shared/conventions/rules.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { conversationName, type ConversationKey } from '../../shared/sessions/rules.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { placeNamed, wholeFile, type Place } from '../../shared/reservations/places.ts';
import type { FileChanges } from '../changes/file-changes.ts';
import type { PathResolver, RepositoryFile } from '../git/path-resolver.ts';
import type { TeamKnowledgeCache } from '../knowledge/team-knowledge-cache.ts';
import type { WrittenSymbols } from '../knowledge/written-symbols.ts';
import type { Replica } from '../replica/replica.ts';
import { BroughtByGit } from '../work-trees/brought-by-git.ts';
import type { FileStates } from '../work-trees/file-states.ts';
import type { Change } from '../work-trees/expected-write.ts';
import type { ListedWorkTrees } from '../work-trees/listed-work-trees.ts';
import type { WorkTrees } from '../work-trees/work-trees.ts';
import type { FileCall, HookCall } from '../../shared/clients/common/hook-call.ts';
import { removedAmong } from '../changes/gone-places.ts';
import { messageOf } from './notices/broken-rules.ts';
import type { LostLines } from './notices/lost-lines.ts';
import { joined, racedMessage } from './notices/messages.ts';
import type { NotificationQueue } from './notices/notification-queue.ts';
import { OpenShells, type ShellStart } from './open-shells.ts';
import type { FileReserver } from './reserve.ts';
import { authorsOf, editsOf, mayBeBrought, type ShellEdits } from './shell-edits.ts';
import { isSource } from './source-files.ts';

export interface ShellWritesDependencies {
  readonly clock: Clock;
  readonly replica: Pick<Replica, 'sessionOf' | 'liveReservationsOf' | 'liveReservationsOfOthers'>;
  readonly paths: PathResolver;
  readonly files: Pick<
    FileStates,
    | 'forgetWrites'
    | 'isAsCommitted'
    | 'isCommitted'
    | 'isExpected'
    | 'noticed'
    | 'noticedAnyOf'
    | 'unseenChange'
  >;
  readonly changes: Pick<FileChanges, 'placesOf' | 'treeName'>;
  readonly workTrees: Pick<WorkTrees, 'isClosed' | 'start' | 'refresh'>;
  readonly listed: Pick<ListedWorkTrees, 'changed'>;
  readonly knowledge: Pick<TeamKnowledgeCache, 'findForbiddingConvention'>;
  readonly reserver: FileReserver;
  readonly symbols: Pick<WrittenSymbols, 'expect' | 'publish'>;
  readonly notifications: NotificationQueue;
  readonly lost: LostLines;
}

/**
 * HOK-6: writes that no hook reports. What changed while exactly one conversation ran a shell command is that conversation's
 * edit, and is reserved like any other; of several it is that whose command names the file, or the only one of the work tree. A
 * change of unknown origin is nobody's, and nothing is reserved (SYM-6).
 */
export class ShellWrites {
  private readonly shells: OpenShells;
  private readonly brought: BroughtByGit;

  constructor(private readonly deps: ShellWritesDependencies) {
    const { clock, files, replica } = deps;
    this.brought = new BroughtByGit(clock, files);
    this.shells = new OpenShells(clock, (one) => replica.sessionOf(one)?.active === false);
  }

  /** What a hook says of shell commands: that one begins or has ended, or that none of its agent's runs any more. */
  note(call: HookCall): void {
    if (call.shell !== undefined) this.startListed();
    if (call.shell === 'began') this.shells.begin(call, this.startOf(call));
    else if (call.shell === 'ended' || call.effect === 'prompt') this.shells.end(call);
    else if (call.effect === 'check' || isServerCall(call)) this.shells.pass(call);
  }

  /** A command writes where it likes, also in work trees that no agent was started in. */
  private startListed(): void {
    const { listed, workTrees } = this.deps;
    for (const one of listed.changed()) workTrees.start(one);
  }

  private startOf({ cwd }: HookCall): ShellStart {
    const workTree = this.deps.paths.workTreeOf(cwd);
    if (workTree === undefined) return { reflogBytes: 0 };
    this.deps.workTrees.start(workTree);
    return { reflogBytes: this.brought.find(workTree), root: workTree.root };
  }

  /** The one conversation whose commands run now in a work tree, by its root; undefined where none runs, or those of several do. */
  runningIn(root: string): ConversationKey | undefined {
    return this.shells.runningIn(root);
  }

  /** The conversation ended, and its subagents with it: what changes from now on is not its doing. */
  forget(conversation: ConversationKey): void {
    this.shells.forget(conversation);
    this.deps.files.forgetWrites(conversation);
  }

  /** The watcher saw files change. Removing a whole work tree is no edit of its files. */
  async changed(workTree: WorkTree, paths: readonly string[]): Promise<void> {
    const { clock, workTrees } = this.deps;
    const [atMs, isThere] = [clock.now(), () => existsSync(join(workTree.root, '.git'))];
    if (!isThere()) return;
    const authors = authorsOf(this.shells, { workTree, paths }, atMs);
    const nobodys = authors.get(undefined) ?? [];
    // At once: a command that begins while git is waited for writes on top of them.
    this.leave(workTree, nobodys, atMs);
    const edits = await editsOf(authors, workTree, clock);
    if (workTrees.isClosed || !isThere()) return;
    const taken = new Set(edits.flatMap((one) => one.paths));
    const left = paths.filter((path) => !taken.has(path));
    this.leave(
      workTree,
      left.filter((path) => !nobodys.includes(path)),
      atMs,
    );
    if (left.length > 0) await workTrees.refresh(workTree, left);
    for (const one of edits) await this.take(one);
  }

  /** These changes are nobody's; a command that began since the watcher told of them has found them already. */
  private leave(workTree: WorkTree, paths: readonly string[], atMs: number): void {
    // A merge that has stopped leaves what no commit here has, so that later changes are told from what is on disk now.
    const isUncommitted = this.brought.isUnfinished(workTree);
    const hasRun = (agent: ConversationKey) => this.shells.hasRun(agent, workTree.root);
    this.deps.lost.look({ workTree, paths }, hasRun);
    if (this.brought.isFoundSince(workTree, atMs)) return;
    for (const path of paths) this.deps.files.noticed({ workTree, path }, { isUncommitted });
  }

  private async take(edits: ShellEdits): Promise<void> {
    const written: RepositoryFile[] = [];
    for (const path of edits.paths) {
      const target = this.deps.paths.resolve(join(edits.workTree.root, path));
      if (isRefusal(target) || target.kind === 'outside') continue;
      if (this.deps.files.isExpected(target))
        await this.deps.workTrees.refresh(edits.workTree, [target.path]);
      else if (!(await this.isOfInterest(edits, target))) continue;
      else if (await this.attribute(edits, target)) written.push(target);
    }
    await this.tellRules(edits, written);
  }

  /** What is no source of any language and nobody has committed is mostly a log, a report or a file for a moment. */
  private async isOfInterest({ headBefore }: ShellEdits, target: RepositoryFile): Promise<boolean> {
    const { files } = this.deps;
    if (isSource(target.path) || (await files.isCommitted(target))) return true;
    return files.isCommitted(target, headBefore);
  }

  /** CNV-7: no hook could deny what the command wrote. Its agent is told once for each rule, and not of what it took back. */
  private async tellRules(
    { shell: { call, toldRules }, workTree, headBefore }: ShellEdits,
    written: readonly RepositoryFile[],
  ): Promise<void> {
    const { files, knowledge, notifications } = this.deps;
    const broken = new Map<ConventionRule, string[]>();
    for (const target of written) {
      const rule = knowledge.findForbiddingConvention(target.path);
      if (rule === undefined || (await files.isAsCommitted(target, headBefore))) continue;
      broken.set(rule, [...(broken.get(rule) ?? []), target.path]);
    }
    for (const [rule, paths] of broken) {
      if (toldRules.has(rule.id)) continue;
      toldRules.add(rule.id);
      const files = paths.map((path) => ({ path, isGone: !existsSync(join(workTree.root, path)) }));
      notifications.add(call.conversation, messageOf(rule, files));
    }
  }

  /** Whether the command has changed the file; then it is reserved. */
  private async attribute(edits: ShellEdits, target: RepositoryFile): Promise<boolean> {
    const { shell, headBefore } = edits;
    const { beganAtMs } = shell;
    this.deps.symbols.expect(target);
    const change = await this.deps.files.unseenChange(target, { beganAtMs, headBefore });
    const places = await this.placesOf(edits, target, change);
    if (places.length === 0 || (await this.isBrought(edits, target))) return false;
    const call: FileCall = {
      ...shell.call,
      effect: 'acquire',
      files: [{ path: join(target.workTree.root, target.path) }],
      toolUseId: undefined,
      idempotencyKey: undefined,
    };
    const { reserver, symbols, replica } = this.deps;
    const isTakenBack = await this.isTakenBack(edits, target);
    const answer = isTakenBack ? undefined : await reserver.reserve(call, { target, places });
    if (isRefusal(answer)) return true;
    const { conversation } = call;
    const sessionId = answer?.session_id ?? replica.sessionOf(conversation)?.id;
    const impact =
      change && (await symbols.publish([{ target, change }], { conversation, sessionId }));
    const { conflicts = [] } = answer ?? {};
    const removed = change && (await removedAmong(target.path, change, conflicts));
    const message = joined(answer?.message, racedMessage(conflicts, { removed }), impact);
    if (message !== undefined) this.deps.notifications.add(conversation, message);
    return true;
  }

  /** The index may have had much to do before it took the file over, and git has written it since. */
  private async isBrought(edits: ShellEdits, target: RepositoryFile): Promise<boolean> {
    const { clock, files } = this.deps;
    return (await mayBeBrought(edits, target, clock)) && files.isAsCommitted(target);
  }

  /** RSV-6: a file that is as committed again meets nothing of what others hold in work trees of their own. */
  private async isTakenBack(
    { shell, headBefore }: ShellEdits,
    target: RepositoryFile,
  ): Promise<boolean> {
    const { replica, files } = this.deps;
    const others = replica.liveReservationsOfOthers(shell.call.conversation, target.key);
    const here = this.deps.changes.treeName(target.workTree);
    const areElsewhere = others.every(({ lines }) => (lines?.tree ?? here) !== here);
    return others.length > 0 && areElsewhere && files.isAsCommitted(target, headBefore);
  }

  private async placesOf(
    { shell, headBefore }: ShellEdits,
    target: RepositoryFile,
    change: Change | undefined,
  ): Promise<readonly Place[]> {
    const { changes, files, replica, workTrees } = this.deps;
    const { conversation } = shell.call;
    const { workTree } = target;
    await workTrees.refresh(workTree, [target.path]);
    // Only its time has changed, or it was there for a moment; or git has given up a merge.
    const isGivenUp = this.brought.isGivenUp(workTree);
    const mayBeNone = change === undefined || isGivenUp;
    if (mayBeNone && (await files.isAsCommitted(target, headBefore))) return [];
    if (change === undefined) return [placeNamed(wholeFile)];
    const own = replica.liveReservationsOf(conversation, target.key);
    const others = replica.liveReservationsOfOthers(conversation, target.key);
    return changes.placesOf(target, { owner: conversationName(conversation), change, own, others });
  }
}

function isServerCall(call: HookCall): boolean {
  if (call.effect !== 'heartbeat') return false;
  return call.callsServer === true || call.serverInput !== undefined;
}
