import {
  fileOfSymbol,
  isTopLevel,
  nameOfSymbol,
  symbolId,
  topLevelOf,
} from '../../../shared/kernel/symbol-id.ts';
import { AffectedWalk } from '../../../shared/gate/affected-walk.ts';
import { linesOnly } from '../../../shared/reservations/places.ts';
import { distrusts, isTestFile } from '../../../shared/gate/rules.ts';

/** What a change touched: canonical paths, and symbol ids `<path>#<Name>`. */
export interface Touched {
  readonly files: readonly string[];
  readonly symbols: readonly string[];
}

export interface Discovery {
  /** Test files, nearest to the change first. */
  readonly tests: readonly string[];
  /** Why the whole suite must run; empty when the list is enough. */
  readonly doubts: readonly string[];
  /** A limit of the list that its reader should know. */
  readonly remark: string | undefined;
}

/** What the symbol graph has of the touched files. */
export interface KnownFiles {
  /** Those of the touched files that it has. */
  readonly files: ReadonlySet<string>;
  /** The symbol ids of these files. */
  readonly symbols: readonly string[];
}

export interface Caller {
  readonly caller: string;
  readonly callee: string;
}

/** When more is affected, running everything is cheaper than walking on. */
const maxVisited = 20_000;
const maxDoubts = 5;

/**
 * GAT-0 over the graph that was published: calls, and no imports. What a module computes when it is loaded is therefore in
 * doubt. It does no I/O: the caller looks up what `wanted` names and passes it to `take`, until nothing is wanted.
 */
export class PublishedWalk {
  private readonly walk = new AffectedWalk();
  private readonly opened = new Set<string>();
  private readonly doubts = new Set<string>();
  /** Files that another one is known to use. */
  private readonly used = new Set<string>();
  /** Files that are affected as a whole. */
  private whole: string[] = [];
  private isByFile = false;
  private isOver = false;

  constructor(touched: Touched, known: KnownFiles) {
    const symbols = new Set(known.symbols);
    const narrowed = new Set(touched.symbols.map(fileOfSymbol));
    const files = new Set([...touched.files, ...narrowed]);
    for (const file of files) this.begin(file, known.files);
    for (const id of touched.symbols)
      if (nameOfSymbol(id) !== linesOnly)
        this.beginSymbol(inGraph(id, symbols), { symbols, files: known.files });
    for (const file of files) {
      if (narrowed.has(file) || isTestFile(file)) continue;
      this.isByFile = true;
      this.walk.reach(topLevelOf(file));
    }
    const whole = new Set([...files].filter((file) => !narrowed.has(file)));
    for (const id of symbols) if (whole.has(fileOfSymbol(id))) this.walk.reach(id);
    if (files.size === 0) this.doubt('it is not said what was touched');
  }

  /** Which callers and symbols to look up next; undefined at the end. */
  wanted():
    { readonly callersOf: readonly string[]; readonly symbolsOf: readonly string[] } | undefined {
    const [callersOf, symbolsOf] = [this.walk.next(), this.whole];
    this.whole = [];
    const isThrough = this.isOver || (callersOf.length === 0 && symbolsOf.length === 0);
    return isThrough ? undefined : { callersOf, symbolsOf };
  }

  /** Takes the result of that look-up. */
  take(callers: readonly Caller[], symbols: readonly string[]): void {
    for (const { caller, callee } of callers) {
      const from = fileOfSymbol(caller);
      if (from !== fileOfSymbol(callee)) this.used.add(fileOfSymbol(callee));
      this.walk.reach(caller);
      if (isTopLevel(caller)) this.reachTopLevel(from);
    }
    for (const id of symbols) this.walk.reach(id);
    if (this.walk.size > maxVisited) this.giveUp();
  }

  /** Ends the walk: so much depends on the change that not all of it was looked up. */
  giveUp(): void {
    this.isOver = true;
    this.doubt('too much depends on it');
  }

  answer(): Discovery {
    const tests = this.walk.tests((path) => this.used.has(path));
    if (tests.length === 0) this.doubt('no test is known to reach the change');
    const remark = this.isByFile
      ? 'Only functions, classes, interfaces and enums are followed.'
      : undefined;
    return { tests, doubts: [...this.doubts].slice(0, maxDoubts), remark };
  }

  private begin(file: string, known: ReadonlySet<string>): void {
    const reason = distrusts(file);
    if (reason !== undefined) this.doubt(`${file} ${reason}`);
    else if (!known.has(file) && !isTestFile(file))
      this.doubt(`${file} is not in the symbol graph`);
    if (isTestFile(file)) this.walk.reachFile(file);
  }

  private beginSymbol(
    id: string,
    known: { symbols: ReadonlySet<string>; files: ReadonlySet<string> },
  ): void {
    this.walk.reach(id);
    const file = fileOfSymbol(id);
    if (isTestFile(file) || !known.files.has(file)) return;
    if (isTopLevel(id)) this.reachTopLevel(file);
    else if (!known.symbols.has(id)) this.doubt(`${id} is not in the symbol graph`);
  }

  /** Code at the top level of a module has no symbol, so its readers in other files are not known. */
  private reachTopLevel(file: string): void {
    if (isTestFile(file) || this.opened.has(file)) return;
    this.opened.add(file);
    this.doubt(`code outside every function and class of ${file} is affected`);
    this.whole.push(file);
  }

  private doubt(reason: string): void {
    this.doubts.add(reason);
  }
}

/** The symbol of the graph that a place belongs to by its name (RSV-16); the place itself where there is none. */
function inGraph(id: string, symbols: ReadonlySet<string>): string {
  const levels = nameOfSymbol(id).split('.');
  const containers = levels.map((_, at) =>
    symbolId(fileOfSymbol(id), levels.slice(0, levels.length - at).join('.')),
  );
  return containers.find((one) => symbols.has(one)) ?? id;
}
