import { fileOfSymbol, symbolId } from '../../../shared/kernel/symbol-id.ts';
import type { ExportFact, FileFacts, ImportFact, Use } from '../parser/facts.ts';
import { directoryOf } from '../../kernel/repository-paths.ts';
import { findModuleFile, moduleKey, type ModuleResolver } from './module-resolver.ts';

/** One file's part of the graph: for each symbol, and under the empty name for the rest, what it refers to. */
export type Edges = ReadonlyMap<string, readonly string[]>;

export interface FileChange {
  readonly path: string;
  /** `undefined` for a file that is gone. */
  readonly facts: FileFacts | undefined;
}

interface FileNode {
  readonly path: string;
  readonly directory: string;
  readonly facts: FileFacts;
  readonly symbols: ReadonlySet<string>;
  readonly imports: ReadonlyMap<string, ImportFact>;
  readonly exports: ReadonlyMap<string, ExportFact>;
  /** The classes of its instances, by the names of their variables. */
  readonly instances: ReadonlyMap<string, string>;
  /** Modules all of whose names it passes on. */
  readonly stars: readonly string[];
  /** Under these the file waits for the modules that it names. */
  readonly places: ReadonlySet<string>;
  /** Whether what others get from it can depend on what it takes in itself. */
  readonly passesOn: boolean;
  edges: Edges;
  /** Modules of which it uses more than the edges tell. */
  opaque: readonly string[];
}

/** What a name leads to. */
interface Target {
  readonly kind: 'symbol' | 'module' | 'instance' | 'other';
  readonly path: string;
  /** In its file; of an instance that of its variable. */
  readonly name: string;
}

const noEdges: Edges = new Map();

/**
 * Who refers to whom among the symbols of all files. Pure: the facts and the resolver are all it knows, and after any
 * sequence of changes it is the same as when built from the last facts at once. What is ambiguous has no edge.
 */
export class SymbolGraph {
  private readonly nodes = new Map<string, FileNode>();
  /** By place key, the files that name a module which could be there. */
  private readonly waiting = new Map<string, Set<string>>();
  /** By file, the files with an edge into it. */
  private readonly referrers = new Map<string, Set<string>>();
  /** While edges are made: what names lead to, and module names by the file's directory. */
  private readonly found = new Map<string, Target | undefined>();
  private readonly modules = new Map<string, Map<string, string | undefined>>();

  constructor(private resolver: ModuleResolver) {}

  /** Takes the files' new facts. */
  update(changes: readonly FileChange[]): void {
    finish(this.updating(changes));
  }

  /** The same a file at a time, for use in slices; until it is through, the graph is incomplete. */
  *updating(changes: readonly FileChange[]): Generator<void, void> {
    const affected = new Set<string>();
    // Then all files there are, are among the changes.
    const isFirst = this.nodes.size === 0;
    for (const { path, facts } of changes) {
      const before = this.nodes.get(path);
      if (before !== undefined) this.detach(before);
      if (facts !== undefined) this.attach(path, facts, before?.edges);
      affected.add(path);
      if (!isFirst && !sameSurface(before?.facts, facts)) this.addDependents(path, affected);
      yield;
    }
    yield* this.linkAll(affected);
  }

  /** For other settings of the repository: everything is resolved anew. */
  resolveWith(resolver: ModuleResolver): void {
    this.resolver = resolver;
    const all = [...this.nodes.values()];
    for (const node of all) this.detach(node);
    for (const { path, facts, edges } of all) this.attach(path, facts, edges);
    finish(this.linkAll(this.nodes.keys()));
  }

  files(): Iterable<{ readonly path: string; readonly facts: FileFacts }> {
    return this.nodes.values();
  }

  factsOf(path: string): FileFacts | undefined {
    return this.nodes.get(path)?.facts;
  }

  /** The ids that a part of a file refers to, sorted; the file's top-level part has the empty name. */
  calleesOf(path: string, name: string): readonly string[] {
    return this.nodes.get(path)?.edges.get(name) ?? [];
  }

  /** The ids of the parts that refer to a symbol, sorted. */
  callersOf(id: string): string[] {
    const callers: string[] = [];
    for (const path of this.referrers.get(fileOfSymbol(id)) ?? []) {
      for (const [name, callees] of this.nodes.get(path)?.edges ?? noEdges)
        if (callees.includes(id)) callers.push(symbolId(path, name));
    }
    return callers.sort();
  }

  /**
   * The modules that the file takes in and of which its edges cannot tell all that it uses: they are used as a whole, or
   * under a name that leads to nothing here.
   */
  opaqueImportsOf(path: string): readonly string[] {
    return this.nodes.get(path)?.opaque ?? [];
  }

  /** What module names lead by: another one when settings of the repository have changed. */
  currentResolver(): ModuleResolver {
    return this.resolver;
  }

  private attach(path: string, facts: FileFacts, edges: Edges = noEdges): void {
    const specifiers = new Set<string>();
    for (const { specifier } of facts.imports) specifiers.add(specifier);
    for (const { specifier } of facts.exports)
      if (specifier !== undefined) specifiers.add(specifier);
    const places = new Set<string>();
    for (const specifier of specifiers)
      for (const place of this.resolver.candidatesFor(path, specifier))
        places.add(moduleKey(place));
    for (const place of places) addTo(this.waiting, place, path);
    this.nodes.set(path, { ...nodeOf(path, facts), places, edges, opaque: [] });
    for (const callee of calleePaths(edges)) addTo(this.referrers, callee, path);
  }

  private detach({ path, places, edges }: FileNode): void {
    for (const place of places) removeFrom(this.waiting, place, path);
    for (const callee of calleePaths(edges)) removeFrom(this.referrers, callee, path);
    this.nodes.delete(path);
  }

  /** The files that could get something else from this one now: directly, or through files that pass it on. */
  private addDependents(path: string, affected: Set<string>): void {
    const queue = [path];
    const seen = new Set(queue);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const dependent of this.waiting.get(moduleKey(next)) ?? []) {
        affected.add(dependent);
        if (seen.has(dependent) || this.nodes.get(dependent)?.passesOn !== true) continue;
        seen.add(dependent);
        queue.push(dependent);
      }
    }
  }

  private *linkAll(paths: Iterable<string>): Generator<void, void> {
    this.forgetFound();
    for (const path of paths) {
      const node = this.nodes.get(path);
      if (node !== undefined) this.link(node);
      yield;
    }
    this.forgetFound();
  }

  private forgetFound(): void {
    this.found.clear();
    this.modules.clear();
  }

  private link(node: FileNode): void {
    const ids = new Map<Use, string | undefined>();
    const opaque = new Set<string>();
    const edges = new Map<string, readonly string[]>();
    const add = (name: string, uses: readonly Use[]) => {
      const self = symbolId(node.path, name);
      const callees = new Set<string>();
      for (const use of uses) {
        const id = ids.has(use) ? ids.get(use) : this.idOf(node, use, opaque);
        ids.set(use, id);
        if (id !== undefined && id !== self) callees.add(id);
      }
      if (callees.size > 0) edges.set(name, [...callees].sort());
    };
    for (const { name, uses } of node.facts.symbols) add(name, uses);
    add('', node.facts.uses);
    node.opaque = [...opaque].sort();
    for (const callee of calleePaths(node.edges)) removeFrom(this.referrers, callee, node.path);
    for (const callee of calleePaths(edges)) addTo(this.referrers, callee, node.path);
    node.edges = edges;
  }

  /** Notes the module that a use is from when it leads to no one symbol or variable of it. */
  private idOf(node: FileNode, use: Use, opaque: Set<string>): string | undefined {
    const { target, isMember } = this.targetOf(node, use);
    if (target === undefined || target.kind === 'module') {
      const imported = node.imports.get(use.split(' ')[0] ?? '');
      const module = imported && this.moduleOf(node, imported.specifier);
      if (module !== undefined) opaque.add(module);
    }
    if (target?.kind === 'symbol') return symbolId(target.path, target.name);
    return target?.kind === 'instance' && isMember ? this.classOf(target) : undefined;
  }

  /** `isMember` when something is read from the target. */
  private targetOf(node: FileNode, use: Use): { target: Target | undefined; isMember: boolean } {
    const [local = '', ...members] = use.split(' ');
    let target = this.localTarget(node, local, new Set());
    let read = 0;
    for (; target?.kind === 'module' && read < members.length; read++)
      target = this.exportOf(target.path, members[read] ?? '');
    return { target, isMember: read < members.length };
  }

  /** The class whose members are read from an instance. */
  private classOf({ path, name }: Target): string | undefined {
    const node = this.nodes.get(path);
    const className = node?.instances.get(name);
    if (node === undefined || className === undefined) return undefined;
    const target = this.localTarget(node, className, new Set());
    if (target?.kind !== 'symbol') return undefined;
    const symbol = this.nodes
      .get(target.path)
      ?.facts.symbols.find((candidate) => candidate.name === target.name);
    return symbol?.kind === 'class' ? symbolId(target.path, target.name) : undefined;
  }

  private localTarget(node: FileNode, local: string, seen: Set<string>): Target | undefined {
    const { path } = node;
    if (node.symbols.has(local)) return { kind: 'symbol', path, name: local };
    const imported = node.imports.get(local);
    if (imported !== undefined) {
      const module = this.moduleOf(node, imported.specifier);
      if (module === undefined) return undefined;
      return this.nameIn(module, imported.imported, seen);
    }
    return { kind: node.instances.has(local) ? 'instance' : 'other', path, name: local };
  }

  private moduleOf({ path, directory }: FileNode, specifier: string): string | undefined {
    let known = this.modules.get(directory);
    if (known === undefined) this.modules.set(directory, (known = new Map()));
    if (!known.has(specifier)) known.set(specifier, this.findModule(path, specifier));
    return known.get(specifier);
  }

  private findModule(path: string, specifier: string): string | undefined {
    for (const place of this.resolver.candidatesFor(path, specifier)) {
      const file = findModuleFile(place, (candidate) => this.nodes.has(candidate));
      if (file !== undefined) return file;
    }
    return undefined;
  }

  private nameIn(path: string, name: string, seen: Set<string>): Target | undefined {
    if (name !== '*')
      return seen.size === 0 ? this.exportOf(path, name) : this.lookUp(path, name, seen);
    // A module that is one value is that value.
    const whole =
      this.nodes.get(path)?.exports.has('export=') && this.lookUp(path, 'export=', seen);
    return whole && whole.kind !== 'other' ? whole : { kind: 'module', path, name: '*' };
  }

  /** Remembered only where no look-up is under way, as within a circle an answer can be partial. */
  private exportOf(path: string, name: string): Target | undefined {
    const key = `${path}\n${name}`;
    if (this.found.has(key)) return this.found.get(key);
    const target = this.lookUp(path, name, new Set());
    this.found.set(key, target);
    return target;
  }

  private lookUp(path: string, name: string, seen: Set<string>): Target | undefined {
    const node = this.nodes.get(path);
    const named = node?.exports.get(name);
    if (node === undefined || (named === undefined && passesNothingOn(node, name)))
      return undefined;
    const key = `${path}\n${name}`;
    if (seen.has(key)) return undefined;
    seen.add(key);
    if (named !== undefined) return this.exportTarget(node, named, seen);
    if (name === 'default')
      return node.exports.has('export=') ? this.lookUp(path, 'export=', seen) : undefined;
    return this.starTarget(node, name, seen);
  }

  private exportTarget(node: FileNode, { of, specifier }: ExportFact, seen: Set<string>) {
    if (specifier === undefined) return this.localTarget(node, of, seen);
    const module = this.moduleOf(node, specifier);
    return module === undefined ? undefined : this.nameIn(module, of, seen);
  }

  private starTarget(node: FileNode, name: string, seen: Set<string>): Target | undefined {
    let found: Target | undefined;
    for (const specifier of node.stars) {
      const module = this.moduleOf(node, specifier);
      const target = module === undefined ? undefined : this.lookUp(module, name, seen);
      if (target === undefined) continue;
      if (found !== undefined && !sameTarget(found, target)) return undefined;
      found = target;
    }
    return found;
  }
}

function nodeOf(path: string, facts: FileFacts): Omit<FileNode, 'places' | 'edges' | 'opaque'> {
  const imports = new Map(facts.imports.map((fact) => [fact.local, fact]));
  const instances = new Map(facts.instances.map(({ local, className }) => [local, className]));
  const isStar = ({ name, specifier }: ExportFact) => name === '*' && specifier !== undefined;
  return {
    path,
    directory: directoryOf(path),
    facts,
    instances,
    symbols: new Set(facts.symbols.map(({ name }) => name)),
    imports,
    exports: new Map(
      facts.exports.filter((fact) => !isStar(fact)).map((fact) => [fact.name, fact]),
    ),
    stars: facts.exports.filter(isStar).map(({ specifier }) => specifier ?? ''),
    passesOn: facts.exports.some(
      ({ of, specifier }) => specifier !== undefined || imports.has(of) || instances.has(of),
    ),
  };
}

/** Whether a name that is not among the module's exports leads nowhere: so in most of the modules that are asked. */
function passesNothingOn({ stars, exports }: FileNode, name: string): boolean {
  return name === 'default' ? !exports.has('export=') : stars.length === 0;
}

function finish(steps: Generator<void, void>): void {
  while (steps.next().done !== true);
}

/** Whether other files can tell no difference, as far as edges go. */
function sameSurface(before: FileFacts | undefined, after: FileFacts | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  const surface = ({ symbols, imports, exports, instances }: FileFacts) =>
    JSON.stringify([symbols.map(({ name, kind }) => [name, kind]), imports, exports, instances]);
  return surface(before) === surface(after);
}

function sameTarget(one: Target, other: Target): boolean {
  return one.kind === other.kind && one.path === other.path && one.name === other.name;
}

function calleePaths(edges: Edges): Set<string> {
  const paths = new Set<string>();
  for (const ids of edges.values()) for (const id of ids) paths.add(fileOfSymbol(id));
  return paths;
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}

function removeFrom(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
