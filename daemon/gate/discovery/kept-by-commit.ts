/** What was found out about commits, which never change: the last ones asked for are kept. */
export class KeptByCommit<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value !== undefined) this.keep(key, value);
    return value;
  }

  /** The newest; the one that was not asked for the longest goes. */
  keep(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }
}
