import type { Compiler } from '../tree/compiler.ts';
import { InlineModules, MemberReferences, NamesThatReferToNothing } from './name-observers.ts';
import { ReferenceCollector } from './reference-collector.ts';
import { Declarations, Scopes } from './scope-observers.ts';

/** What every kind of node means for references. */
const observerGroups = [
  MemberReferences,
  InlineModules,
  NamesThatReferToNothing,
  Declarations,
  Scopes,
];

/** A collector with an observer for each kind of node that refers to something. */
export function collectReferences(compiler: Compiler): ReferenceCollector {
  const collector = new ReferenceCollector(compiler);
  for (const Group of observerGroups) new Group(compiler, collector).add();
  return collector;
}
