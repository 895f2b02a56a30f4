import type { Machine } from '../../shared/node/state-folder.ts';

/** Everything that a command may know of its process. Only main.ts makes a real one. */
export interface Terminal extends Machine {
  /** The folder that the command is run in. */
  readonly directory: string;
  readonly nodeVersion: string;
  /** What starts this very command again: the program and its first arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  /** Standard error. */
  readonly errors: TerminalOutput;
  /** Resolves when the process is asked to stop (SIGINT, SIGTERM); until then those signals do not end it. */
  stopRequested(): Promise<void>;
  /**
   * Runs the work, which cannot wait for anything, when the process ends: also because its output has no reader any more, or its
   * terminal was closed (SIGHUP). Answers what calls it off.
   */
  atExit(work: () => void): () => void;
}

export interface TerminalInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
}

export interface TerminalOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}
