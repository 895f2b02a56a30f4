import type { Pair } from '../mining/mine.ts';
import type { Region } from '../text/regions.ts';

/** A tool call of one side, and what the hooks said. */
export interface PlayedEdit {
  readonly side: 'a' | 'b';
  readonly path: string;
  readonly tool: 'Edit' | 'Write';
  readonly regions: readonly Region[];
  /** Skipped: an edit before it was denied, and its text is not there. */
  readonly result: 'written' | 'denied' | 'skipped';
  /** The other side had written in this file before. */
  readonly isHeld: boolean;
  readonly preMs?: number;
  readonly postMs?: number;
  /** Of the denial, or of the answer after the write. */
  readonly message?: string;
  /** The write was allowed, and then told to have been made where someone else was first. */
  readonly raced?: boolean;
}

/** How a pair went. */
export interface Outcome extends Pair {
  readonly repository: string;
  readonly policy: string;
  /** The scripts that git still cannot merge. */
  readonly left: readonly string[];
  readonly edits: readonly PlayedEdit[];
  /** Whether the radar told of a file that is left; undefined when it was not asked. */
  readonly warned?: boolean;
  /** The second clone stood on another commit, with other contents. */
  readonly otherBase: boolean;
  /** Why the pair could not be played to its end; it counts nowhere. */
  readonly error?: string;
}
