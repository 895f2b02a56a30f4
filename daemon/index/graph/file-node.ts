import { directoryOf } from '../../kernel/repository-paths.ts';
import type { ExportFact, FileFacts, ImportFact } from '../parser/facts.ts';

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
export function passesNothingOn({ stars, exports }: FileNode, name: string): boolean {
  return name === 'default' ? !exports.has('export=') : stars.length === 0;
}
