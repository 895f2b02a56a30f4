/** What git answered. A failure is an answer too, so it is never thrown. */

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { OwnSetting } from './harden.ts';

export interface GitResult {
  /** -1 when git could not be started or was stopped; `stderr` then says why. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Of a fetch or a push that failed: which of the repository's own settings were not used, and what a person can do (GIT-3). */
  readonly notUsed?: string;
}

export interface GitOptions {
  /** For its standard input. */
  readonly input?: string | Buffer;
  /** Added to the environment of the runner. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Stops git. Not for a command that writes more than one thing. */
  readonly signal?: AbortSignal;
  /** Milliseconds from its start, after which git and what it started are stopped; 0 for no limit but that of a remote. */
  readonly timeoutMs?: number;
  /** As `RunnerOptions.maxAnswerBytes`, for this call. */
  readonly maxAnswerBytes?: number;
  /** `latin1` keeps every byte of the answer, as one character each. */
  readonly encoding?: 'utf8' | 'latin1';
}

/** Runs git in a folder with the safe settings; `args` begin with the command. */
export type RunGit = (
  folder: string,
  args: readonly string[],
  options?: GitOptions,
) => Promise<GitResult>;

/** A git that goes on until its input ends. */
export interface OpenGit {
  readonly child: ChildProcessWithoutNullStreams;
  /** Whether the repository's settings are still those that it was started with. */
  isCurrent(): Promise<boolean>;
}

export interface GitRunner extends RunGit {
  /** Starts a git that answers many questions; undefined where the settings cannot be read. */
  open(
    folder: string,
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<OpenGit | undefined>;
  /** The repository's own settings that are not used before a person confirms them. */
  withheld(folder: string): Promise<readonly OwnSetting[]>;
}

export interface RunnerOptions {
  /** Milliseconds, for calls that name no limit of their own; 0 (as when left out) for no limit. */
  readonly timeoutMs?: number;
  /** Bytes on one of the two streams, after which git is stopped; more is a failure, and nothing of it is kept. */
  readonly maxAnswerBytes?: number;
  /** In a process group of its own: Ctrl-C ends the caller, and must not stop git in the middle of a write. */
  readonly detached?: boolean;
  /** Where the person's trust in the repository's own settings is kept; without it nothing is trusted. */
  readonly trustFile?: string | undefined;
}
