/**
 * Compares the symbol graph with the compiler on a real repository, by hand:
 *
 *     node --import tsx test/index/truth.ts DIRECTORY [SAMPLES] [SEED]
 *
 * Symbols are compared with what the compiler's binder finds, callers with its find-all-references, mapped to the top-level
 * symbols that they stand in; places that only import or export a name are no callers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Project, ts } from 'ts-morph';
import { listFiles } from '../../daemon/index/disk/list-files.ts';
import { RepositoryIndex } from '../../daemon/index/repository-index.ts';
import { openIndexStore } from '../../daemon/index/store.ts';
import { symbolId } from '../../shared/kernel/symbol-id.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { randomFrom } from '../support/random.ts';

const git = gitRunner(process.env);
const maxShown = 40;

/** Sums of what was found, invented and missed. */
class Score {
  private right = 0;
  readonly invented: string[] = [];
  readonly missed: string[] = [];

  compare(ours: ReadonlySet<string>, theirs: ReadonlySet<string>, label = ''): void {
    for (const item of ours)
      if (theirs.has(item)) this.right++;
      else this.invented.push(label + item);
    for (const item of theirs) if (!ours.has(item)) this.missed.push(label + item);
  }

  forgive(items: readonly string[]): void {
    for (const item of items) this.invented.splice(this.invented.indexOf(item), 1);
    this.right += items.length;
  }

  print(name: string): void {
    const { right, invented, missed } = this;
    const share = (of: number) => (of === 0 ? 1 : right / of).toFixed(4);
    console.log(
      `${name}: precision ${share(right + invented.length)}, recall ${share(right + missed.length)}` +
        ` (${right} right, ${invented.length} invented, ${missed.length} missed)`,
    );
    for (const item of invented.slice(0, maxShown)) console.log(`  invented ${item}`);
    for (const item of missed.slice(0, maxShown)) console.log(`  missed   ${item}`);
  }
}

/** The compiler's side. */
class Compiler {
  private readonly service: ts.LanguageService;
  private readonly program: ts.Program;

  constructor(
    readonly root: string,
    readonly paths: readonly string[],
  ) {
    const project = new Project({
      compilerOptions: { ...settingsOf(root), allowJs: true, checkJs: false, types: [] },
    });
    project.addSourceFilesAtPaths(paths.map((path) => join(root, path)));
    this.service = project.getLanguageService().compilerObject;
    const program = this.service.getProgram();
    if (program === undefined) throw new Error('no program');
    this.program = program;
  }

  source(path: string): ts.SourceFile | undefined {
    return this.program.getSourceFile(join(this.root, path));
  }

  isBroken(path: string): boolean {
    const source = this.source(path);
    return source === undefined || this.program.getSyntacticDiagnostics(source).length > 0;
  }

  /** Name and kinds of what the compiler has bound at the top of a file. */
  symbolsOf(path: string): Map<string, readonly string[]> {
    const source = this.source(path) as (ts.SourceFile & BoundFile) | undefined;
    const bound = new Map<string, readonly string[]>();
    const anonymous = source?.symbol?.exports?.get('default' as ts.__String);
    const own = [...(source?.locals?.values() ?? []), ...(anonymous ? [anonymous] : [])];
    for (const { declarations = [] } of own)
      for (const declared of declarations) {
        const [first] = declarationsIn(statementOf(declared)).filter(
          ({ node }) => node === declared,
        );
        const kind = first && kindOf(declared);
        if (first && kind) bound.set(first.name, [...(bound.get(first.name) ?? []), kind]);
      }
    return bound;
  }

  /** `path#name` of the symbols, or `path#` for the rest of the file, that refer to what is declared there. */
  callersOf(path: string, offsets: readonly number[]): Set<string> {
    const callers = new Set<string>();
    for (const offset of offsets) {
      const found = this.service.findReferences(join(this.root, path), offset) ?? [];
      for (const { fileName, textSpan, isDefinition } of found.flatMap(
        ({ references }) => references,
      )) {
        const from = relative(this.root, fileName);
        const source = this.source(from);
        if (source === undefined || isDefinition === true) continue;
        const owner = ownerOf(source, textSpan.start);
        if (owner !== undefined) callers.add(`${from}#${owner}`);
      }
    }
    return callers;
  }
}

function settingsOf(root: string): ts.CompilerOptions {
  const file = ts.findConfigFile(root, ts.sys.fileExists);
  if (file === undefined) return {};
  const { config } = ts.readConfigFile(file, ts.sys.readFile) as { config?: unknown };
  const { options } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root);
  return options;
}

/** The name of the top-level symbol around an offset, empty for other code; `undefined` where names are passed on. */
function ownerOf(source: ts.SourceFile, offset: number): string | undefined {
  const statement = source.statements.find(({ pos, end }) => pos <= offset && offset < end);
  if (statement === undefined) return '';
  if (ts.isImportDeclaration(statement) || ts.isImportEqualsDeclaration(statement))
    return undefined;
  if (ts.isExportDeclaration(statement)) return undefined;
  if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression)) return undefined;
  return (
    declarationsIn(statement).find(({ node }) => node.pos <= offset && offset < node.end)?.name ??
    ''
  );
}

/** What the binder leaves on a file. */
interface BoundFile {
  readonly locals?: ReadonlyMap<ts.__String, ts.Symbol>;
  readonly symbol?: ts.Symbol;
}

function statementOf(node: ts.Node): ts.Statement {
  let outer = node;
  while (!ts.isSourceFile(outer.parent)) outer = outer.parent;
  return outer as ts.Statement;
}

function kindOf(declared: ts.Node): string | undefined {
  if (ts.isInterfaceDeclaration(declared)) return 'interface';
  if (ts.isEnumDeclaration(declared)) return 'enum';
  const value =
    ts.isVariableDeclaration(declared) || ts.isExportAssignment(declared)
      ? unwrapped(ts.isExportAssignment(declared) ? declared.expression : declared.initializer)
      : declared;
  return value && ts.isClassLike(value)
    ? 'class'
    : value && ts.isFunctionLike(value)
      ? 'function'
      : undefined;
}

function unwrapped(value: ts.Expression | undefined): ts.Expression | undefined {
  let inner = value;
  while (
    inner !== undefined &&
    (ts.isParenthesizedExpression(inner) ||
      ts.isAssertionExpression(inner) ||
      ts.isSatisfiesExpression(inner) ||
      ts.isNonNullExpression(inner))
  )
    inner = inner.expression;
  return inner;
}

interface Declared {
  readonly name: string;
  readonly node: ts.Node;
  readonly nameOffset: number;
}

function declarationsIn(statement: ts.Statement): Declared[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap((node) =>
      ts.isIdentifier(node.name) && isCode(node.initializer)
        ? [{ name: node.name.text, node, nameOffset: node.name.getStart() }]
        : [],
    );
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  ) {
    const nameOffset = statement.name?.getStart() ?? statement.getStart();
    return [{ name: statement.name?.text ?? 'default', node: statement, nameOffset }];
  }
  return ts.isExportAssignment(statement) && isCode(statement.expression)
    ? [{ name: 'default', node: statement, nameOffset: statement.getStart() }]
    : [];
}

function isCode(value: ts.Expression | undefined): boolean {
  const inner = unwrapped(value);
  if (inner === undefined) return false;
  return ts.isArrowFunction(inner) || ts.isFunctionExpression(inner) || ts.isClassExpression(inner);
}

/** The offsets of the names of a symbol's declarations, and of the members of its classes. */
function offsetsOf(source: ts.SourceFile, name: string): { own: number[]; members: number[] } {
  const found = source.statements
    .flatMap(declarationsIn)
    .filter((declared) => declared.name === name);
  const members = found.flatMap(({ node }) =>
    ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)
      ? [...node.members].flatMap((member) => member.name?.getStart() ?? [])
      : [],
  );
  return { own: found.map(({ nameOffset }) => nameOffset), members };
}

function compareSymbols(compiler: Compiler, index: RepositoryIndex): void {
  const score = new Score();
  for (const path of compiler.paths) {
    if (compiler.isBroken(path)) continue;
    const ours = new Map(
      index.graph.publicationOf(path).symbols.map(({ name, kind }) => [name, kind]),
    );
    const theirs = compiler.symbolsOf(path);
    // A name that is several things has the kind of the first here.
    const kindsOf = (name: string, kind: string) => {
      const known = ours.get(name);
      return known !== undefined && theirs.get(name)?.includes(known) ? known : kind;
    };
    score.compare(
      new Set([...ours].map(([name, kind]) => `${name} ${kind}`)),
      new Set([...theirs].map(([name, [kind = '']]) => `${name} ${kindsOf(name, kind)}`)),
      `${path} `,
    );
  }
  score.print('symbols');
}

/** Samples symbols that either side knows a caller of. */
function compareCallers(
  compiler: Compiler,
  index: RepositoryIndex,
  { samples, seed }: { samples: number; seed: number },
): void {
  const score = new Score();
  const graph = index.graph.current();
  const all = [...graph.files()].flatMap(({ path, facts }) =>
    facts.symbols.map(({ name }) => ({ file: path, name, id: symbolId(path, name) })),
  );
  const symbols = shuffled(all, seed);
  const used = { looked: 0, compared: 0, members: 0 };
  for (const { id, file, name } of symbols) {
    if (used.compared >= samples) break;
    const source = compiler.source(file);
    if (source === undefined || compiler.isBroken(file)) continue;
    used.looked++;
    const offsets = offsetsOf(source, name);
    const theirs = compiler.callersOf(file, offsets.own.slice(0, 1));
    const ours = new Set(graph.callersOf(id));
    theirs.delete(id);
    if (theirs.size + ours.size === 0) continue;
    used.compared++;
    score.compare(ours, theirs, `${id} <- `);
    const extra = [...ours].filter((caller) => !theirs.has(caller));
    if (extra.length === 0 || offsets.members.length === 0) continue;
    const users = compiler.callersOf(file, offsets.members);
    const forgiven = extra.filter((caller) => users.has(caller));
    used.members += forgiven.length;
    score.forgive(forgiven.map((caller) => `${id} <- ${caller}`));
  }
  console.log(used);
  score.print('callers');
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const mixed = [...items];
  const random = randomFrom(seed);
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [mixed[at], mixed[other]];
    if (one !== undefined && two !== undefined) [mixed[at], mixed[other]] = [two, one];
  }
  return mixed;
}

async function main(root: string, samples: number, seed: number): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'coord-truth-'));
  const store = openIndexStore(join(home, 'index.db'));
  const index = new RepositoryIndex({ root, store, git });
  try {
    const startedMs = performance.now();
    index.start();
    await index.ready;
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    const megabytes = (process.resourceUsage().maxRSS / 1024).toFixed(0);
    console.log(`indexed ${index.stats().files} files in ${seconds} s, peak ${megabytes} MB`);
    const listing = await listFiles(git, root);
    if (listing.kind === 'failed') throw new Error(listing.message);
    const compiler = new Compiler(root, listing.paths);
    compareSymbols(compiler, index);
    compareCallers(compiler, index, { samples, seed });
  } finally {
    await index.close();
    store.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const [directory, samples = '200', seed = '1'] = process.argv.slice(2);
if (directory === undefined) throw new Error('usage: truth.ts DIRECTORY [SAMPLES] [SEED]');
await main(resolve(directory), Number(samples), Number(seed));
