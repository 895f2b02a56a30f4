import { symbolId } from '../../../shared/kernel/symbol-id.ts';
import type { ExportFact, FileFacts, ImportFact, Use } from '../parser/facts.ts';
import { findModuleFile, type ModuleResolver } from './module-resolver.ts';
import { directoryOf } from '../../kernel/repository-paths.ts';

/** By symbol of one file, and under the empty name for its top level: the ids of what it refers to. */
export type Edges = ReadonlyMap<string, readonly string[]>;

/** A file in the graph: its facts by name, and its edges. */
export interface FileNode {
  readonly path: string;
  readonly directory: string;
  readonly facts: FileFacts;
  readonly symbols: ReadonlySet<string>;
  readonly imports: ReadonlyMap<string, ImportFact>;
  readonly exports: ReadonlyMap<string, ExportFact>;
  /** The classes of its instances, by the names of their variables. */
  readonly instances: ReadonlyMap<string, string>;
  /** Modules of `export * from`. */
  readonly stars: readonly string[];
  /** The keys of the modules that it names; one of them may appear later. */
  readonly moduleKeys: ReadonlySet<string>;
  /** Whether what others import from it can come from another file. */
  readonly reexportsImports: boolean;
  edges: Edges;
  /** The modules whose use its edges do not show completely, sorted. */
  opaque: readonly string[];
}

export function nodeOf(
  path: string,
  facts: FileFacts,
): Omit<FileNode, 'moduleKeys' | 'edges' | 'opaque'> {
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
    reexportsImports: facts.exports.some(
      ({ of, specifier }) => specifier !== undefined || imports.has(of) || instances.has(of),
    ),
  };
}

/** Whether a name that is not among the module's exports leads nowhere: true of most modules. */
function passesNothingOn({ stars, exports }: FileNode, name: string): boolean {
  return name === 'default' ? !exports.has('export=') : stars.length === 0;
}

/** What a name leads to. */
interface Target {
  readonly kind: 'symbol' | 'module' | 'instance' | 'other';
  readonly path: string;
  /** In its file; of an instance, the name of its variable. */
  readonly name: string;
}

/** Finds what names lead to, through imports and exports. What it has found counts until the next `clear`. */
export class NameResolution {
  /** By file and exported name. */
  private readonly exports = new Map<string, Target | undefined>();
  /** By directory and module name. */
  private readonly modules = new Map<string, Map<string, string | undefined>>();

  constructor(
    private readonly nodes: ReadonlyMap<string, FileNode>,
    private readonly resolver: ModuleResolver,
  ) {}

  /** Facts of a file or the files of the repository have changed. */
  clear(): void {
    this.exports.clear();
    this.modules.clear();
  }

  /** `isMember` when something is read from the target. */
  targetOf(node: FileNode, use: Use): { target: Target | undefined; isMember: boolean } {
    const [local = '', ...members] = use.split(' ');
    let target = this.localTarget(node, local, new Set());
    let read = 0;
    for (; target?.kind === 'module' && read < members.length; read++)
      target = this.exportOf(target.path, members[read] ?? '');
    return { target, isMember: read < members.length };
  }

  /** The class whose members are read from an instance. */
  classOf({ path, name }: Target): string | undefined {
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

  moduleOf({ path, directory }: FileNode, specifier: string): string | undefined {
    let known = this.modules.get(directory);
    if (known === undefined) this.modules.set(directory, (known = new Map()));
    if (!known.has(specifier)) known.set(specifier, this.findModule(path, specifier));
    return known.get(specifier);
  }

  private findModule(path: string, specifier: string): string | undefined {
    for (const candidate of this.resolver.candidatesFor(path, specifier)) {
      const file = findModuleFile(candidate, (known) => this.nodes.has(known));
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

  /** Cached only outside a look-up: within a cycle of re-exports an answer can be partial. */
  private exportOf(path: string, name: string): Target | undefined {
    const key = `${path}\n${name}`;
    if (this.exports.has(key)) return this.exports.get(key);
    const target = this.lookUp(path, name, new Set());
    this.exports.set(key, target);
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

function sameTarget(one: Target, other: Target): boolean {
  return one.kind === other.kind && one.path === other.path && one.name === other.name;
}
