/** Which symbols of a conflict were reported, by a key of the caller's; a conflict with further symbols is reported again. */
export class ReportedConflicts {
  private readonly symbols = new Map<string, Set<string>>();

  /** Notes the symbols; answers whether one of them was not reported before. */
  addIfNew(key: string, symbols: readonly string[]): boolean {
    const known = this.symbols.get(key);
    if (known !== undefined && symbols.every((id) => known.has(id))) return false;
    this.symbols.set(key, new Set([...(known ?? []), ...symbols]));
    return true;
  }

  /** For conflicts that are resolved: when they come back, they are reported again. */
  forget(isResolved: (key: string) => boolean): void {
    for (const key of this.symbols.keys()) if (isResolved(key)) this.symbols.delete(key);
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
