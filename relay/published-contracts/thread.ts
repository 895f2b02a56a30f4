import { parentPort, workerData } from 'node:worker_threads';
import type { ContractChange } from '../../shared/published-contracts/contract.ts';
import { syntaxFaultOf, type SyntaxFault } from './compare/typescript-declarations.ts';
import { compareContracts, type PublishedSchema } from './rules.ts';

/** Where a thread finds this file, in the source as in the built program. */
export const address = import.meta.url;
/** Tells the thread from whoever loads this file for its address. */
export const role = 'reads contracts';

/** The version before, where there is one, and the one after, in TypeScript. */
export type Versions = readonly [PublishedSchema | undefined, PublishedSchema];

/** What is wrong with the one after, or what is different in it. */
export interface ReadContract {
  readonly fault?: SyntaxFault | undefined;
  readonly changes: readonly ContractChange[];
}

function read([before, after]: Versions): ReadContract {
  const fault = syntaxFaultOf(after.schema);
  const isCompared = fault === undefined && before !== undefined;
  return { fault, changes: isCompared ? compareContracts(before, after) : [] };
}

if (workerData === role) {
  // What is thrown ends the thread, which is how the relay is told.
  parentPort?.on('message', (versions: Versions) => {
    parentPort?.postMessage(read(versions));
  });
}
