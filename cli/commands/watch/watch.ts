import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { connect, workspaceOf, type ConnectOptions } from '../../connection/connect.ts';
import type { FeedEvent } from '../../../shared/feed/sentence.ts';
import { followFeed, newestSeq, type FeedPlace } from '../../connection/follow-feed.ts';
import { machineName } from '../../../shared/node/processes/machine-name.ts';
import { repositoryState } from '../../../shared/node/git/repository.ts';
import { requireWorkTree } from '../../../shared/node/git/ownership.ts';
import { trustFileIn } from '../../../shared/node/git/trusted-settings.ts';
import { stateFolder } from '../../../shared/node/state-folder.ts';
import { gitRunner } from '../../../shared/node/git/run.ts';
import { activeBranches, recordedCommits, type Branches } from '../../watch/catch-up.ts';
import { BranchReports } from '../../watch/branch-reports.ts';
import { Checkout } from '../../watch/checkout.ts';
import { Follower } from '../../watch/follower.ts';
import { keepLooking, untilAnswered, type Patience } from '../../watch/keep-trying.ts';
import { chooseTarget, type Approval } from '../../watch/rules.ts';
import { ReadPosition } from '../../watch/read-position.ts';
import { openState, openTold, type WatchState } from '../../watch/state.ts';
import { noWorkstream, sayNothingToDo, showReport } from './say.ts';

export interface WatchOptions extends ConnectOptions {
  /** Catch up and end. */
  readonly once?: boolean;
  /** Only say what would be done. */
  readonly dryRun?: boolean;
}

/** One run of the command. */
interface Watch extends FeedPlace {
  readonly context: Context;
  readonly follower: Follower;
  readonly state: WatchState;
  readonly position: ReadPosition;
  readonly branchReports: BranchReports;
  readonly once: boolean;
  branches: Branches;
}

const lookAgainMs = 30_000;

/** `coord watch`: the branches of the team's workstreams follow what was approved, and never over anybody's work. */
export async function watch(context: Context, options: WatchOptions): Promise<Outcome> {
  const { terminal } = context;
  const repository = await requireWorkTree(terminal.directory, terminal.environment);
  if (isRefusal(repository)) return repository;
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const workspace = await workspaceOf(connection, options.workspace);
  if (isRefusal(workspace)) return workspace;
  const trustFile = trustFileIn(repositoryState(stateFolder(terminal), repository));
  const run = gitRunner(terminal.environment, { detached: true, trustFile });
  const checkout = await Checkout.open(terminal.directory, run);
  if (isRefusal(checkout)) return checkout;
  const stopping = new AbortController();
  void terminal.stopRequested().then(() => stopping.abort());
  const once = options.once === true;
  let reports = 0;
  const branchReports = new BranchReports({
    client: connection.client,
    workspaceId: workspace.id,
    machine: machineName(),
    homeDirectory: terminal.homeDirectory,
    told: openTold(terminal, checkout.top, workspace.id),
  });
  const follower = new Follower({
    folder: checkout.top,
    run,
    dryRun: options.dryRun === true,
    signal: stopping.signal,
    now: Date.now,
    report: (news) => {
      reports += 1;
      showReport(context, news, { all: once });
      if (options.dryRun === true) return;
      branchReports.note(news);
      void branchReports.flush();
    },
  });
  const place = { connection, workspaceId: workspace.id, stop: stopping.signal };
  const kept = await openState(terminal, checkout.top, workspace.id);
  const state = options.dryRun === true ? { ...kept, save: async () => undefined } : kept;
  const watching: Watch = {
    ...place,
    context,
    follower,
    state,
    position: new ReadPosition(),
    branchReports,
    once,
    branches: new Map(),
  };
  const refusal = await keepUp(watching);
  if (refusal !== undefined && !stopping.signal.aborted) return refusal;
  if (once) await branchReports.flush();
  if (once && reports === 0) sayNothingToDo(context, watching.branches);
  return once && follower.hasRefused ? 1 : 0;
}

/** Reads what happened meanwhile, catches up, and then follows. */
async function keepUp(watch: Watch): Promise<Refusal | undefined> {
  const newest = await newestSeq(watch);
  if (isRefusal(newest)) return newest;
  const meanwhile: FeedEvent[] = [];
  const missed = await followFeed({
    ...readingOf(watch, watch.state.seq ?? newest),
    until: newest,
    onEvent: (event) => void meanwhile.push(event),
    onLost: () => undefined,
  });
  if (missed !== undefined) return missed;
  const refusal = await catchUp(watch, meanwhile);
  if (refusal !== undefined || watch.stop.aborted) return refusal;
  await watch.state.save(newest);
  if (watch.once) return undefined;
  const { size } = watch.branches;
  watch.context.output.note(
    size === 0
      ? `Nothing to follow yet: ${noWorkstream}. A new one is followed from its first commit on. Ctrl-C ends.`
      : `Following ${size} ${size === 1 ? 'branch' : 'branches'}. Ctrl-C ends.`,
  );
  return follow(watch, newest);
}

/** Asks for all that is approved, so that nothing is missed however long the absence was. */
async function catchUp(
  watch: Watch,
  meanwhile: readonly FeedEvent[],
): Promise<Refusal | undefined> {
  const { connection, workspaceId, follower } = watch;
  const branches = await activeBranches(connection.client, workspaceId);
  if (isRefusal(branches)) return branches;
  const commits = await recordedCommits(connection.client, workspaceId, branches);
  if (isRefusal(commits)) return commits;
  watch.branches = branches;
  for (const commit of commits) follower.learn(commit);
  for (const event of meanwhile) await noteRetraction(watch, event);
  if (watch.state.seq === undefined) await tellUnseenRetractions(watch, commits);
  await Promise.all(
    [...new Set(commits.map(({ branch }) => branch))].map((branch) => follower.follow(branch)),
  );
  return undefined;
}

/** At the very first start the log is not read: what was taken back since the last good commit is told from the list. */
async function tellUnseenRetractions(
  { follower }: Watch,
  commits: readonly Approval[],
): Promise<void> {
  for (const one of commits) {
    const target = chooseTarget(commits.filter(({ branch }) => branch === one.branch));
    const isNewer = one.seq > (target?.seq ?? -1);
    if (one.retractedAt !== undefined && isNewer) await follower.retract(one, '');
  }
}

async function follow(watch: Watch, seq: number): Promise<Refusal | undefined> {
  const working = new Set<Promise<unknown>>();
  const start = (work: Promise<unknown>): void => {
    working.add(work);
    void work.finally(() => working.delete(work));
  };
  // Where the feed ends, what is tried again ends, too.
  const ended = new AbortController();
  const following = { ...watch, stop: AbortSignal.any([watch.stop, ended.signal]) };
  const patience = patienceOf(following);
  void keepLooking(following, lookAgainMs, patience);
  const refusal = await followFeed({
    ...readingOf(watch, seq),
    until: undefined,
    onEvent: (event) => start(handle(following, event)),
    onLost: () => start(untilAnswered(() => catchUp(following, []), patience)),
  });
  ended.abort();
  await Promise.all(working);
  return refusal;
}

function readingOf(watch: Watch, seq: number) {
  const { connection, workspaceId, stop } = watch;
  const { onFailure } = patienceOf(watch);
  const onBreak = ({ message }: Refusal) => onFailure(message);
  return { connection, workspaceId, stop, seq, onBreak };
}

function patienceOf({ stop, context }: Watch): Patience {
  return { stop, onFailure: (message) => context.output.note(`${message} Trying again.`) };
}

async function handle(watch: Watch, event: FeedEvent): Promise<void> {
  if (event.type !== 'gate_approved' && event.type !== 'gate_retracted') return;
  watch.position.begin(event.seq);
  const isNoted = (await noteApproval(watch, event)) || (await noteRetraction(watch, event));
  if (isNoted) await watch.state.save(watch.position.done(event.seq));
}

/** False for another event, and where the command ended first: then the next start reads it again. */
async function noteApproval(watch: Watch, event: FeedEvent): Promise<boolean> {
  if (event.type !== 'gate_approved') return false;
  const found = await approvalOf(watch, event);
  if (found?.approval !== undefined) {
    watch.follower.learn(found.approval);
    await watch.follower.follow(found.approval.branch);
  }
  return found !== undefined;
}

/** As `noteApproval` does. */
async function noteRetraction(watch: Watch, event: FeedEvent): Promise<boolean> {
  if (event.type !== 'gate_retracted') return false;
  if (!event.recorded) return true;
  const found = await approvalOf(watch, event);
  if (found?.approval !== undefined) await watch.follower.retract(found.approval, event.reason);
  return found !== undefined;
}

/** What an event says, if the workstream that it names has that branch (WAT-16); undefined where the command ended first. */
async function approvalOf(
  watch: Watch,
  event: FeedEvent & { readonly type: 'gate_approved' | 'gate_retracted' },
): Promise<{ readonly approval?: Approval } | undefined> {
  const { workstream, branch, commit, seq } = event;
  const found = await untilAnswered(() => branchOf(watch, workstream), patienceOf(watch));
  if (found === undefined) return undefined;
  if (found.branch === branch) {
    // Our own clock, at which it came: the patience with its push does not hang on the relay's.
    const approval = { workstream, branch, commit, seq, at: Date.now() };
    if (event.type === 'gate_retracted') return { approval };
    return { approval: { ...approval, verified: event.verified } };
  }
  watch.context.output.note('An approval for a branch of no workstream was passed over.');
  return {};
}

async function branchOf(
  watch: Watch,
  slug: string,
): Promise<{ readonly branch?: string } | Refusal> {
  const known = watch.branches.get(slug);
  if (known !== undefined) return { branch: known };
  const { client } = watch.connection;
  const found = await client.call('getWorkstream', { id: watch.workspaceId, slug });
  if (isRefusal(found)) return found.error === 'NotFound' ? {} : found;
  watch.branches.set(slug, found.branch);
  return found;
}
