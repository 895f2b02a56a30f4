/** What somebody was told of a conflict; they are told again when more of it comes. Keys are the teller's. */
export class ReportedConflicts {
  private readonly symbols = new Map<string, Set<string>>();

  /** Notes it, and answers whether it was news. */
  addIfNew(key: string, symbols: readonly string[]): boolean {
    const known = this.symbols.get(key);
    if (known !== undefined && symbols.every((id) => known.has(id))) return false;
    this.symbols.set(key, new Set([...(known ?? []), ...symbols]));
    return true;
  }

  /** It is settled: if it comes back, it is news. */
  forget(isSettled: (key: string) => boolean): void {
    for (const key of this.symbols.keys()) if (isSettled(key)) this.symbols.delete(key);
  }
}

/** The same conflict, whichever side is named first and whatever has been changed in the file. */
export function conflictKey({
  file,
  branches,
}: {
  readonly file: string;
  readonly branches: readonly string[];
}): string {
  return JSON.stringify([file, ...branches.toSorted()]);
}
