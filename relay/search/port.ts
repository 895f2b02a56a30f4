/** One record as the index has it: the text that is searched, and what it is filtered by. */
export interface Passage {
  readonly workspaceId: string;
  readonly id: string;
  readonly kind: 'decision' | 'learning' | 'convention' | 'meeting' | 'symbol';
  readonly title: string;
  readonly text: string;
  /** What a search may choose by, where it has one. */
  readonly state?: string;
}

export interface SearchQuery {
  readonly workspaceId: string;
  readonly kinds: readonly Passage['kind'][];
  readonly query: string;
  readonly limit: number;
  /** Only passages in one of these states; every one without it. */
  readonly states?: readonly string[];
}

export interface Hit {
  readonly id: string;
  readonly kind: Passage['kind'];
  /** How near it is to the question, 0 to 1; the same in every answer (SIM-1). */
  readonly similarity: number;
}

/** A derived index of the records; never the only copy of anything. */
export interface SearchPort {
  put(passages: readonly Passage[]): Promise<void>;
  remove(workspaceId: string, ids: readonly string[]): Promise<void>;
  search(query: SearchQuery): Promise<readonly Hit[]>;
  close(): Promise<void>;
  /**
   * The `seq` up to which the index has a workspace's log. It is stored in the index itself, so that an index that was lost is
   * filled anew.
   */
  checkpointOf(workspaceId: string): Promise<number | undefined>;
  saveCheckpoint(workspaceId: string, seq: number): Promise<void>;
  /** Loads what the first search of each workspace would wait for (SIM-4). */
  warm(workspaceIds: readonly string[]): Promise<void>;
  /** Calls the listener when all that was put is gone, and has to be put again. */
  onLost(listener: () => void): void;
}
