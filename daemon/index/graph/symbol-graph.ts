import { fileOfSymbol, symbolId } from '../../../shared/kernel/symbol-id.ts';
import type { FileFacts, Use } from '../parser/facts.ts';
import { type Edges, type FileNode, NameResolution, nodeOf } from './name-resolution.ts';
import { moduleKey, type ModuleResolver } from './module-resolver.ts';

export interface FileChange {
  readonly path: string;
  /** `undefined` for a file that is gone. */
  readonly facts: FileFacts | undefined;
}

const noEdges: Edges = new Map();

/**
 * Which symbols refer to which, over all files. Pure: it knows only facts and the resolver. After any sequence of changes it
 * equals a graph built at once from the last facts. An ambiguous name gives no edge.
 */
export class SymbolGraph {
  private readonly nodes = new Map<string, FileNode>();
  /** By module key, the files that name a module with that key, whether it exists or not. */
  private readonly importers = new Map<string, Set<string>>();
  /** By file, the files with an edge into it. */
  private readonly referrers = new Map<string, Set<string>>();
  private names: NameResolution;

  constructor(private resolver: ModuleResolver) {
    this.names = new NameResolution(this.nodes, resolver);
  }

  /** Takes the files' new facts. */
  update(changes: readonly FileChange[]): void {
    finish(this.updating(changes));
  }

  /** `update` in steps of one file. Until the last step the graph is incomplete. */
  *updating(changes: readonly FileChange[]): Generator<void, void> {
    const affected = new Set<string>();
    // The first update has all files, so their dependents need not be looked for.
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

  /** Resolves every module name again, after settings of the repository have changed. */
  resolveWith(resolver: ModuleResolver): void {
    this.resolver = resolver;
    this.names = new NameResolution(this.nodes, resolver);
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

  /** The ids that a symbol refers to, sorted; the empty name is the file's top level. */
  calleesOf(path: string, name: string): readonly string[] {
    return this.nodes.get(path)?.edges.get(name) ?? [];
  }

  /** What the symbols of a file would refer to if it had these facts. */
  edgesWith(path: string, facts: FileFacts): Edges {
    this.names.clear();
    const node = { ...nodeOf(path, facts), moduleKeys: new Set<string>(), edges: noEdges };
    const { edges } = this.edgesOf({ ...node, opaque: [] });
    this.names.clear();
    return edges;
  }

  /** The ids of what refers to a symbol, sorted. */
  callersOf(id: string): string[] {
    const callers: string[] = [];
    for (const path of this.referrers.get(fileOfSymbol(id)) ?? []) {
      for (const [name, callees] of this.nodes.get(path)?.edges ?? noEdges)
        if (callees.includes(id)) callers.push(symbolId(path, name));
    }
    return callers.sort();
  }

  /**
   * The imported modules whose use the edges do not show completely: the file uses the whole module, or a name that leads to
   * no symbol.
   */
  opaqueImportsOf(path: string): readonly string[] {
    return this.nodes.get(path)?.opaque ?? [];
  }

  /** Another object after settings of the repository have changed. */
  currentResolver(): ModuleResolver {
    return this.resolver;
  }

  private attach(path: string, facts: FileFacts, edges: Edges = noEdges): void {
    const specifiers = new Set<string>();
    for (const { specifier } of facts.imports) specifiers.add(specifier);
    for (const { specifier } of facts.exports)
      if (specifier !== undefined) specifiers.add(specifier);
    const moduleKeys = new Set<string>();
    for (const specifier of specifiers)
      for (const candidate of this.resolver.candidatesFor(path, specifier))
        moduleKeys.add(moduleKey(candidate));
    for (const key of moduleKeys) addTo(this.importers, key, path);
    this.nodes.set(path, { ...nodeOf(path, facts), moduleKeys, edges, opaque: [] });
    for (const callee of calleePaths(edges)) addTo(this.referrers, callee, path);
  }

  private detach({ path, moduleKeys, edges }: FileNode): void {
    for (const key of moduleKeys) removeFrom(this.importers, key, path);
    for (const callee of calleePaths(edges)) removeFrom(this.referrers, callee, path);
    this.nodes.delete(path);
  }

  /** Adds the files whose edges may change with this one: its importers, and those who import it through re-exports. */
  private addDependents(path: string, affected: Set<string>): void {
    const queue = [path];
    const seen = new Set(queue);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const dependent of this.importers.get(moduleKey(next)) ?? []) {
        affected.add(dependent);
        if (seen.has(dependent) || this.nodes.get(dependent)?.reexportsImports !== true) continue;
        seen.add(dependent);
        queue.push(dependent);
      }
    }
  }

  private *linkAll(paths: Iterable<string>): Generator<void, void> {
    this.names.clear();
    for (const path of paths) {
      const node = this.nodes.get(path);
      if (node !== undefined) this.link(node);
      yield;
    }
    this.names.clear();
  }

  private link(node: FileNode): void {
    const { edges, opaque } = this.edgesOf(node);
    node.opaque = [...opaque].sort();
    for (const callee of calleePaths(node.edges)) removeFrom(this.referrers, callee, node.path);
    for (const callee of calleePaths(edges)) addTo(this.referrers, callee, node.path);
    node.edges = edges;
  }

  private edgesOf(node: FileNode): { readonly edges: Edges; readonly opaque: Set<string> } {
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
    return { edges, opaque };
  }

  /** The id that a use leads to. A use of a module that leads to no symbol or variable makes the module opaque. */
  private idOf(node: FileNode, use: Use, opaque: Set<string>): string | undefined {
    const { target, isMember } = this.names.targetOf(node, use);
    if (target === undefined || target.kind === 'module') {
      const imported = node.imports.get(use.split(' ')[0] ?? '');
      const module = imported && this.names.moduleOf(node, imported.specifier);
      if (module !== undefined) opaque.add(module);
    }
    if (target?.kind === 'symbol') return symbolId(target.path, target.name);
    return target?.kind === 'instance' && isMember ? this.names.classOf(target) : undefined;
  }
}

function finish(steps: Generator<void, void>): void {
  while (steps.next().done !== true);
}

/** Whether both give the same edges to other files. */
function sameSurface(before: FileFacts | undefined, after: FileFacts | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  const surface = ({ symbols, imports, exports, instances }: FileFacts) =>
    JSON.stringify([symbols.map(({ name, kind }) => [name, kind]), imports, exports, instances]);
  return surface(before) === surface(after);
}

function calleePaths(edges: Edges): Set<string> {
  const paths = new Set<string>();
  for (const ids of edges.values()) for (const id of ids) paths.add(fileOfSymbol(id));
  return paths;
}

/** Adds to the set of the key, which is made where there is none. */
export function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}

function removeFrom(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
