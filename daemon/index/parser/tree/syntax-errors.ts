import type { ts } from './compiler.ts';

/** Whether the compiler has found the text to be no program. */
export function hasSyntaxErrors(source: ts.SourceFile): boolean {
  const { parseDiagnostics } = source as ts.SourceFile & {
    readonly parseDiagnostics: readonly ts.Diagnostic[];
  };
  return parseDiagnostics.length > 0;
}
