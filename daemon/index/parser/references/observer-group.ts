import type { Compiler } from '../tree/compiler.ts';
import type { ts } from '../parsed-file.ts';
import type { ReferenceCollector } from './reference-collector.ts';

/** Tells the collector of nodes of some kinds. */
export abstract class ObserverGroup {
  protected readonly kinds: Compiler['SyntaxKind'];
  protected readonly close = () => this.collector.closeScope();

  constructor(
    protected readonly compiler: Compiler,
    protected readonly collector: ReferenceCollector,
  ) {
    this.kinds = compiler.SyntaxKind;
  }

  abstract add(): void;

  protected on<N extends ts.Node>(
    kinds: readonly N['kind'][],
    enter: (node: N) => void,
    leave?: (node: N) => void,
  ): void {
    for (const kind of kinds)
      this.collector.observers[kind] = {
        enter: enter as (node: ts.Node) => void,
        leave: leave as ((node: ts.Node) => void) | undefined,
      };
  }
}
