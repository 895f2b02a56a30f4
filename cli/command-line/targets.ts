import { fileOfSymbol, isSymbolId } from '../../shared/kernel/symbol-id.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { asExact } from '../../shared/kernel/display.ts';

/** A file, or symbols of it; no symbols mean the whole file. */
export interface Target {
  readonly file: string;
  readonly symbol_ids: readonly string[];
}

/** What `FILE` and `FILE#SYMBOL` arguments name, file by file. A file that is named alone is meant whole. */
export function targetsIn(args: readonly string[]): readonly Target[] {
  const files = new Map<string, readonly string[] | 'whole'>();
  for (const arg of args) {
    const isSymbol = isSymbolId(arg);
    const file = isSymbol ? fileOfSymbol(arg) : arg;
    const before = files.get(file) ?? [];
    files.set(file, !isSymbol || before === 'whole' ? 'whole' : [...before, arg]);
  }
  return [...files].map(([file, ids]) => ({ file, symbol_ids: ids === 'whole' ? [] : ids }));
}

/** As `contestedIn`, where one file at a time can be meant. */
export function oneTarget(args: readonly string[]): Target | Refusal {
  const [first, ...more] = targetsIn(args);
  if (first !== undefined && more.length === 0) return first;
  return refuse('ValidationError', 'Name one file, or symbols of one file.');
}

/** `src/a.ts#login, src/a.ts#logout`, or the file. */
export function targetText({ file, symbol_ids: ids }: Target): string {
  return (ids.length === 0 ? [file] : ids).map((id) => asExact(id)).join(', ');
}
