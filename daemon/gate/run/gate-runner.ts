import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Output } from '../../../shared/api/operations.ts';
import type { GateRunLine } from '../../../shared/gate/local.ts';
import { printedCounts } from '../../../shared/gate/printed-counts.ts';
import { toTimestamp } from '../../../shared/kernel/timestamp.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { InterceptorContext } from '../../interceptors/interceptor.ts';
import { standingIn } from '../../interceptors/standing-in.ts';
import type { OwnSetting } from '../../../shared/node/git/harden.ts';
import { makePrivateFolder } from '../../../shared/node/disk/files.ts';
import { readDiskFile } from '../../index/disk/disk-file.ts';
import {
  beforeRun,
  linkedClient,
  refuseNoStream,
  standsAgainst,
  type ComingRun,
} from './before-run.ts';
import { checkOut } from './clean-checkout.ts';
import {
  chooseCommand,
  GateSettings,
  proposalPath,
  parseProposal,
  type GateCommand,
} from './gate-command.ts';
import { completeConfirm } from '../interceptors.ts';
import { commitNamed, textAt, treeOf } from '../../git/git-in-folder.ts';
import { gateContextOf } from '../gate-context.ts';
import { keepOutput } from './kept-output.ts';
import { endLeftProcesses, markedFor } from './left-processes.ts';
import { environmentForTests } from './test-environment.ts';
import { runCommand, type RunOutcome } from '../../../shared/node/processes/run-command.ts';

export interface GateRunnerOptions {
  readonly interceptorContext: InterceptorContext;
  /** The daemon's own folder for this; private. */
  readonly folder: string;
  /** What the tests may see of the daemon's environment is taken from it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly machine: string;
  /** Where the person's command and trust are kept. */
  readonly trustFile: string;
  /** The repository's own settings that are not used before a person confirms them. */
  readonly withheld: () => Promise<readonly OwnSetting[]>;
}

export interface GateRequest {
  readonly command?: GateCommand | undefined;
  readonly commit_sha?: string | undefined;
  readonly workstream_slug?: string | undefined;
  readonly session_id?: string | undefined;
  readonly completes_task_id?: string | undefined;
  readonly timeout_ms?: number | undefined;
  /** The folder that the caller works in. */
  readonly folder?: string | undefined;
  /** Whether the commit is to be recorded when the gate opens. */
  readonly records?: boolean | undefined;
}

export interface RunObserver {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: GateRunLine) => void;
}

/** A run that can begin. */
interface PreparedRun extends ComingRun {
  readonly tree: string;
  readonly command: GateCommand;
  /** What whoever runs the tests should know before. */
  readonly notes: readonly string[];
}

type EndedRun = Extract<RunOutcome, { kind: 'ended' }>;

const defaultTimeoutMs = 20 * 60_000;

/** GAT-6: runs the tests on clean checkouts, and says so to the relay with a signature. */
export class GateRunner {
  readonly settings: GateSettings;
  private readonly running = new Set<string>();

  constructor(private readonly options: GateRunnerOptions) {
    this.settings = new GateSettings(options.trustFile);
    // What a daemon that was killed has left behind.
    rmSync(join(options.folder, 'checkouts'), { recursive: true, force: true, maxRetries: 3 });
  }

  /** What the repository proposes in the work tree that the caller stands in. */
  async proposed(folder: string | undefined): Promise<GateCommand | undefined | Refusal> {
    const standing = standingIn(this.options.interceptorContext, folder);
    const context = await gateContextOf(standing, {});
    if (isRefusal(context)) return context;
    const file = readDiskFile(join(context.workTree.root, proposalPath));
    return parseProposal(file.kind === 'text' ? file.text : undefined);
  }

  withheldSettings(): Promise<readonly OwnSetting[]> {
    return this.options.withheld();
  }

  /** Refused before anything is run; later refusals come as progress. */
  async run(request: GateRequest, watcher: RunObserver): Promise<void | Refusal> {
    const prepared = await this.prepare(request);
    if (isRefusal(prepared)) return prepared;
    const { commitSha } = prepared;
    if (this.running.has(commitSha))
      return refuse('Conflict', `A run of ${commitSha.slice(0, 12)} is under way. Wait for it.`);
    this.running.add(commitSha);
    try {
      await this.runPrepared(request, { prepared, watcher });
    } finally {
      this.running.delete(commitSha);
    }
  }

  private async prepare(request: GateRequest): Promise<PreparedRun | Refusal> {
    const interceptorContext = standingIn(this.options.interceptorContext, request.folder);
    const context = await gateContextOf(interceptorContext, request);
    if (isRefusal(context)) return context;
    const { git, slug } = context;
    const linked = await linkedClient(interceptorContext);
    if (isRefusal(linked)) return linked;
    if (slug === undefined) return refuseNoStream(interceptorContext, linked);
    const commitSha = await commitNamed(git, request.commit_sha ?? 'HEAD');
    if (isRefusal(commitSha)) return commitSha;
    const tree = await treeOf(git, commitSha);
    const proposed = parseProposal(await textAt(git, commitSha, proposalPath));
    const { settings } = this;
    const command = chooseCommand({ given: request.command, settings, proposed });
    if (isRefusal(command)) return command;
    const coming = { gate: context, slug, commitSha, records: request.records === true };
    const notes = await beforeRun(interceptorContext, linked, coming);
    if (isRefusal(notes)) return notes;
    return { ...coming, tree: tree ?? '', command, notes };
  }

  private async runPrepared(
    request: GateRequest,
    { prepared, watcher }: { prepared: PreparedRun; watcher: RunObserver },
  ): Promise<void> {
    const { commitSha, command, gate: context, slug } = prepared;
    const { onProgress, signal } = watcher;
    const refused = ({ error, message }: Refusal) =>
      onProgress({ type: 'refused', error, message });
    const startedAtMs = performance.now();
    const checkout = await checkOut(this.options.interceptorContext.git, {
      workTree: context.workTree,
      commitSha,
      folder: this.checkoutFolder(commitSha),
    });
    if (isRefusal(checkout)) return refused(checkout);
    try {
      const checkoutMs = Math.round(performance.now() - startedAtMs);
      const { folder } = checkout;
      const notes = [...prepared.notes, ...checkout.notes];
      const about = { commit_sha: commitSha, workstream: slug, command, notes };
      onProgress({ type: 'started', ...about, checkout_ms: checkoutMs });
      const decoder = new TextDecoder();
      const outcome = await runCommand({
        command,
        folder,
        environment: markedFor(folder, environmentForTests(this.options.environment)),
        timeoutMs: request.timeout_ms ?? defaultTimeoutMs,
        signal,
        onOutput: (chunk) =>
          onProgress({ type: 'output', text: decoder.decode(chunk, { stream: true }) }),
      });
      await endLeftProcesses(folder);
      const answer = await this.conclude(request, { prepared, outcome, onProgress });
      if (isRefusal(answer)) return refused(answer);
      const { sessionId: session_id } = context;
      const actor = session_id === undefined ? {} : { session_id };
      const against = await standsAgainst(this.options.interceptorContext, prepared);
      onProgress({ type: 'result', answer, workstream: slug, ...actor, ...against });
    } finally {
      checkout.remove();
    }
  }

  private async conclude(
    request: GateRequest,
    {
      prepared,
      outcome,
      onProgress,
    }: { prepared: PreparedRun; outcome: RunOutcome } & Pick<RunObserver, 'onProgress'>,
  ): Promise<Output<'confirmReady'> | Refusal> {
    if (outcome.kind === 'cancelled') return refuse('Conflict', 'The run was cancelled.');
    if (outcome.kind === 'not_started')
      return refuse('Conflict', `The command could not be started: ${outcome.message}`);
    const file =
      outcome.exitCode === 0
        ? undefined
        : keepOutput(join(this.options.folder, 'output'), prepared.commitSha, outcome.tail);
    onProgress({
      type: 'ended',
      exit_code: outcome.exitCode,
      overdue: outcome.isOverdue,
      duration_ms: outcome.durationMs,
      ...(file !== undefined && { output_file: file }),
    });
    return this.confirm(request, prepared, outcome);
  }

  private async confirm(
    request: GateRequest,
    { gate: context, slug, commitSha, tree, command }: PreparedRun,
    { exitCode, durationMs, digest, tail }: EndedRun,
  ): Promise<Output<'confirmReady'> | Refusal> {
    const { interceptorContext, machine } = this.options;
    const id = interceptorContext.replica.state.workspace?.id;
    const client = interceptorContext.client();
    if (id === undefined || client === undefined)
      return refuse('Unavailable', 'The relay cannot be reached, so the run gave no receipt.');
    const attestation = interceptorContext.signer().sign({
      commit_sha: commitSha,
      tree,
      command: [...command],
      exit_code: exitCode,
      duration_ms: durationMs,
      output_digest: digest,
      machine,
      at: toTimestamp(interceptorContext.clock.now()),
    });
    const { session_id, completes_task_id } = request;
    const input = {
      id,
      workstream_slug: slug,
      commit_sha: commitSha,
      tree,
      attestation,
      counts: printedCounts(tail.toString()),
      ...(session_id !== undefined && { session_id }),
      ...(completes_task_id !== undefined && { completes_task_id }),
    };
    const completed = await completeConfirm(interceptorContext, input, context);
    return isRefusal(completed) ? completed : client.call('confirmReady', completed.input);
  }

  private checkoutFolder(commitSha: string): string {
    const folder = join(this.options.folder, 'checkouts');
    makePrivateFolder(folder);
    return join(folder, `${commitSha.slice(0, 12)}-${randomUUID().slice(0, 8)}`);
  }
}
