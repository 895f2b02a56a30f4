interface Expected<T> {
  before: T;
  pending: number;
  expiresAtMs: number;
}

const lifetimeMs = 10 * 60_000;
const maxFiles = 256;

/**
 * The state of files before edits that have been announced and not reported yet. The watcher may see such an edit
 * before its hook does; without this the hook would find nothing changed.
 */
export class ExpectedEdits<T> {
  private readonly files = new Map<string, Expected<T>>();

  /** An edit of the file is about to happen; `before` counts unless an earlier edit is still under way. */
  announce(path: string, before: T, nowMs: number): void {
    const known = this.live(path, nowMs);
    const expected = known ?? { before, pending: 0, expiresAtMs: 0 };
    expected.pending++;
    expected.expiresAtMs = nowMs + lifetimeMs;
    this.files.delete(path);
    this.files.set(path, expected);
    this.dropOldest();
  }

  /** An edit happened and left `after`: the state before it, or `undefined` when none was announced. */
  report(path: string, after: T, nowMs: number): { before: T } | undefined {
    const expected = this.live(path, nowMs);
    if (expected === undefined) return undefined;
    const { before } = expected;
    expected.before = after;
    expected.pending--;
    if (expected.pending === 0) this.files.delete(path);
    return { before };
  }

  private live(path: string, nowMs: number): Expected<T> | undefined {
    const expected = this.files.get(path);
    return expected !== undefined && expected.expiresAtMs > nowMs ? expected : undefined;
  }

  private dropOldest(): void {
    const [oldest] = this.files.keys();
    if (this.files.size > maxFiles && oldest !== undefined) this.files.delete(oldest);
  }
}
